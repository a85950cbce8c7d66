"""Conversations as people keep them, and texts that look like some and are none."""

from __future__ import annotations

TALKS = {
    "transcript with a time after the name": """\
Ana Ruiz (14:02): Shall we start? I moved the launch to 3 June yesterday.
Tom Beck (14:03): Fine by me. I told the printers on Monday.
Ana Ruiz (14:05): Good. What did they say?
Tom Beck (14:06): They will deliver next week.
""",
    "meeting tool": """\
[14:02:11] Priya Nair: Did anyone look at the outage?
[14:02:40] Leo: I restarted the queue last night.
[14:03:05] Priya Nair: Thanks Leo. Why was it down?
[14:03:31] Leo: The certificate expired on Sunday.
[14:04:00] Dana: My dashboards were red until 6.
""",
    "pasted from a team chat": """\
Monday, March 4, 2024
Maya Chen  9:14 AM
Morning! I shipped the billing fix yesterday.
It needs one more review though.
Omar Haddad  9:20 AM
I can look this afternoon. Who found the bug?
Maya Chen  9:21 AM
Ruth did, last Thursday.
Tuesday, March 5, 2024
Omar Haddad  8:55 AM
Reviewed and merged yesterday evening.
Maya Chen  8:57 AM
:tada: thank you
""",
    "pasted from another team chat": """\
[2:02 PM] Jane Doe
Has the vendor signed?
[2:10 PM] Victor Lund
They signed two days ago.
[2:11 PM] Jane Doe
Great, I will tell finance tomorrow.
[2:12 PM] Victor Lund
Thanks!
""",
    "Markdown interview": """\
# A talk with Nora Quist

We met in Bergen in spring.

**Interviewer:** When did you start the bakery?

**Nora Quist:** I opened it in May 2016. My sister joined two years later.

She still runs the morning shift.

**Interviewer:** And before that?

**Nora Quist:** I worked for *Statoil* until 2015.
""",
    "Markdown interview, colon outside": """\
**Sam**: What changed last year?

**Dr. Lena Ortiz**: We moved to [Lyon](https://example.org/lyon) in 2023.

**Sam**: Why Lyon?

**Dr. Lena Ortiz**: My husband joined Sanofi there.
""",
    "questions and answers": """\
Q: Where were you on the night of the fire?

A: I was at my sister's house.

We had dinner there. I left at ten.

Q: Did you see Mr. Doyle?

A: I saw him the next morning.

He looked tired.

Q: What did he say to you?

A: He said that he had sold the boat.
""",
    "numbered speakers": """\
SPEAKER 1: Welcome back to the show.
SPEAKER 2: Thanks for having me.
SPEAKER 1: You wrote the book in four months?
SPEAKER 2: I did, last winter.
""",
    "committee minutes": """\
TOWN OF ELMS, PLANNING BOARD, 12 MARCH 2024

MS. SMITH: I move that we approve the minutes of February.

MR. OKAFOR: Seconded.

CHAIR LEE: Any discussion? I will note that the site visit took place last Saturday.

Members should have the report.

MS. SMITH: I walked the site with the engineer. The culvert is blocked.

The drawings do not show it.

MR. OKAFOR: When was it built?

MS. SMITH: In 1974.

CHAIR LEE: All in favour?
""",
    "hearing record": """\
The CHAIRMAN. The committee will come to order. I thank our witnesses.

Mr. BRADY. Thank you, Mr. Chairman. Dr. Hayes, when did you first learn of the leak?

Dr. HAYES. We learned of it on August 9. I told the board the next day.

It was a difficult time for us.

Mr. BRADY. And you told the agency when?

Dr. HAYES. We told them in September.
""",
    "phone export": """\
12/03/2024, 21:15 - Gran: Did you land safely?
12/03/2024, 21:40 - Ivy: Yes! We got in at nine.
13/03/2024, 08:02 - Gran: How is the flat?
13/03/2024, 08:30 - Ivy: Tiny. I start work tomorrow.
""",
    "day lines in a chat": """\
--- 12 March 2024 ---
ines: i passed my exam today!!
paul: congrats! when do you get the papers?
ines: next month i think
--- 15 March 2024 ---
paul: i saw your mum yesterday
ines: she told me :)
""",
    "old chat": """\
[2019-11-02 18:44] <kestrel> anyone got the build working?
[2019-11-02 18:46] <moth> i did, two days ago
[2019-11-02 18:47] <kestrel> which compiler did you use
[2019-11-02 18:49] <moth> gcc 9
""",
    "friends": """\
Caroline: Hey Mel! Good to see you! How have you been?
Melanie: Hey Caroline! I'm swamped with the kids. What's up with you?
Caroline: I went to a support group yesterday and it was so powerful.
Melanie: Wow, that's cool, Caroline!
""",
    "support call": """\
Agent: Thank you for calling, how can I help you?
Customer: My router stopped working on Friday.
Agent: I'm sorry to hear that. Which model do you have?
Customer: The white one. You sent it to me in January.
""",
    "podcast with offsets": """\
Hanna Weiss  0:03
Welcome, everybody. Today we talk to Pete.
Pete Alvarez  0:11
Glad to be here.
Hanna Weiss  0:15
You sailed around the world in 2019?
Pete Alvarez  0:19
I left in March and came back a year later.
""",
    "name above the time": """\
Ann Lee
  10:45 AM
Shall we move the launch to Friday?
Bob Ray
  10:47 AM
Yes, I think that is better for us.
Ann Lee
  10:48 AM
Then I'll tell the printers.
Bob Ray
  10:52 AM
Thanks! Can you do it today?
Ann Lee
  10:53 AM
Yes.
""",
    "exporter of a game chat": """\
==============================================================
Guild: Club
Channel: general / chat
==============================================================

[10-May-21 03:45 PM] annlee#1234
Shall we move the launch to Friday?

[10-May-21 03:46 PM] bobray#4321
Yes, I think that is better for us.

[10-May-21 03:48 PM] annlee#1234
Then I'll tell the printers.

[10-May-21 03:52 PM] bobray#4321
Thanks! Can you do it today?
""",
    "headings with moments": """\
## Ann Lee (2021-05-10 10:45)

Shall we move the launch to Friday?

## Bob Ray (2021-05-10 10:46)

Yes, I think that is better for us.

## Ann Lee (2021-05-10 10:47)

Then I'll tell the printers.

## Bob Ray (2021-05-10 10:48)

Thanks! Can you do it today?
""",
    "strong names with moments": """\
**Ann Lee** *May 10, 2021 at 10:45 AM*
Shall we move the launch to Friday?

**Bob Ray** *May 10, 2021 at 10:46 AM*
Yes, I think that is better for us.

**Ann Lee** *May 10, 2021 at 10:47 AM*
Then I'll tell the printers.

**Bob Ray** *May 10, 2021 at 10:48 AM*
Thanks! Can you do it today?
""",
    "talk with an assistant": """\
# My talk

## User

Shall we move the launch to Friday?

## Assistant

Yes, I think that is better for us.

## User

Then I'll tell the printers.

## Assistant

Thanks! Can you do it today?
""",
    "comments on a ticket": """\
### Comment by annlee on 2021-05-10

Shall we move the launch to Friday?

### Comment by bobray on 2021-05-11

Yes, I think that is better for us.

### Comment by annlee on 2021-05-12

Then I'll tell the printers.

### Comment by bobray on 2021-05-13

Thanks! Can you do it today?
""",
    "time before strong names": """\
**[10:45]** **Ann Lee:** Shall we move the launch to Friday?

**[10:46]** **Bob Ray:** Yes, I think that is better for us.

**[10:47]** **Ann Lee:** Then I'll tell the printers.

**[10:48]** **Bob Ray:** Thanks! Can you do it today?
""",
    "time in code before strong names": """\
`10:45` **Ann Lee** Shall we move the launch to Friday?

`10:46` **Bob Ray** Yes, I think that is better for us.

`10:47` **Ann Lee** Then I'll tell the printers.

`10:48` **Bob Ray** Thanks! Can you do it today?
""",
    "HTML": """\
<b>Ann Lee</b> 10:45
<p>Shall we move the launch to Friday?</p>

<b>Bob Ray</b> 10:46
<p>Yes, I think that is better for us.</p>

<b>Ann Lee</b> 10:47
<p>Then I'll tell the printers.</p>

<b>Bob Ray</b> 10:48
<p>Thanks! Can you do it today?</p>
""",
    "exported, in HTML": """\
### Mon, Jun 6th, 2022

**ann** <span style="color: grey; font-size: 90%;">18:31:23 UTC</span>

<span style="font-size: 90%;">Shall we move the *launch* to Friday? :wave:</span>

**bob9** <span style="color: grey; font-size: 90%;">18:33:46 UTC</span>

<span style="font-size: 90%;">_@ann_ Yes, `main` is ready.</span>

**ann** <span style="color: grey; font-size: 90%;">18:34:05 UTC</span>

<span style="font-size: 90%;">Then I'll tell <https://printers.example></span>

**ann** <span style="color: grey; font-size: 90%;">18:34:13 UTC</span>

<span style="font-size: 90%;">today</span>

↳ **bob9** <span style="color: grey; font-size: 90%;">18:40:11 UTC</span>

<span style="font-size: 90%;">Thanks! ```one
fence that nobody closes</span>
""",
}

OTHERS = {
    "timetable of courses": """\
**Yoga** 10:00
Bring your mat.

**Pilates** 11:00
You may stay for tea.

**Yoga** 12:00
Bring your towel, too.

**Pilates** 13:00
Our last hour.
""",
    "timeline of an outage": """\
- 10:02 **Alert** We received a page about your site.
- 10:05 **Investigation** We looked at it.
- 10:15 **Investigation** We found what broke.
- 10:25 **Alert** You may see errors again.
""",
    "headings with moments": """\
## Fire at mill - May 5, 2021 10:30

We saw it. Did you?

## Flood in town - May 6, 2021 10:30

Your street was closed.

## Fire at mill - May 7, 2021 10:30

We were there again.

## Flood in town - May 8, 2021 10:30

Thanks to all of you.
""",
    "duties": """\
## Chair

You lead the meeting.

## Clerk

You take our minutes.

## Chair

You sign them, too.

## Clerk

You send them to us.
""",
    "changes with days": """\
## Acme - 2021-05-10

**ann** fixed what you reported.

## Acme - 2021-06-10

**bob** fixed what we broke.

## Bolt - 2021-07-10

Do you use it?

## Bolt - 2021-08-10

We do.
""",
    "programme with times": """\
**Opening** 10:45

We meet in your hall.

**Lunch** 12:00

Do you eat meat?

**Talks** 13:00

Our guests.

**Closing** 17:00

Thanks!
""",
    "reports of officers": """\
## Chair

We had a good year. Thanks to you all.

## Secretary

I sent the minutes.

## Treasurer

Our books balance.

## Captain

Did you row?
""",
    "terms": """\
Anode: where current enters.
Cathode: where it leaves.
Cell: one pair of both.
Diode: lets current pass one way.
Electrode: either of the two.
""",
    "recipe": """\
Lentil soup

Serves: 4
Time: 40 minutes

Ingredients: lentils, onion, stock
Note: you can use water
Note: do not salt before the end
Tip: we like lemon
Tip: your blender may leak
""",
    "remarks": """\
Install the pump.
Note: you need two people.
Warning: you must cut the power.
Turn the valve.
Note: we advise gloves.
Warning: your hands may burn.
""",
    "records": """\
Name: Ann Lee
Email: ann@example.org
City: Oslo

Name: Bo Fox
Email: bo@example.org
City: Rome

Name: Cy Gray
Email: cy@example.org
City: Bern
""",
    "log": """\
2024-03-05 14:02:11 INFO: server started
2024-03-05 14:02:12 WARN: cache is cold
2024-03-05 14:02:13 INFO: you have 3 jobs
2024-03-05 14:02:15 ERROR: disk full
2024-03-05 14:02:16 INFO: stopped
""",
    "log in brackets": """\
[2024-03-05 14:02] ERROR: no disk
[2024-03-05 14:03] INFO: retry
[2024-03-05 14:04] ERROR: no disk
[2024-03-05 14:05] INFO: retry
""",
    "press release": """\
FOR IMMEDIATE RELEASE

CONTACT: Ann Lee, 555-0101

OSLO: Acme today said that it had acquired Bolt for $5 million.

"We are delighted," said Bo Fox. "I thank our teams."

ABOUT ACME: Acme makes tools.
""",
    "earnings call": """\
Operator

Welcome to the call.

Tim Cook -- Chief Executive Officer

Thank you. Revenue was $5 million in the first quarter of 2020.

Jane Roe -- Analyst

What do you expect?

Tim Cook -- Chief Executive Officer

We expect growth.

Jane Roe -- Analyst

Thanks.

Tim Cook -- Chief Executive Officer

You bet.
""",
    "mails in a row": """\
From: Ann
To: Bo
Subject: Plan

Hi Bo, I think that we can start.

From: Bo
To: Ann
Subject: Re: Plan

Yes, I agree with you.

From: Ann
To: Bo
Subject: Re: Plan

Thank you.
""",
    "key: value file": """\
name: demo
services:
  web:
    image: nginx
    ports: 80
  db:
    image: postgres
    ports: 5432
  cache:
    image: redis
    ports: 6379
""",
    "reviews": """\
Pros: I love the screen.
Cons: My battery died.

Pros: You get a case.
Cons: We waited long.

Pros: Light.
Cons: Dear.
""",
    "changes": """\
Added: you can now export.
Fixed: your tables keep their order.
Added: our new theme.
Fixed: a crash.
Changed: we ask before deleting.
""",
    "story": """\
He looked up. "Where have you been?" she asked.

"I was late: the train stopped."

She said: "You always say that."

He said: "I know."

She said: "Well."
""",
    "timetable": """\
9:00 AM: Registration
9:30 AM: Opening
10:00 AM: Coffee
10:30 AM: Talks
12:00 PM: Lunch
1:00 PM: Talks
""",
    "for and against": """\
Should we build it?
Pro: We need the houses.
Con: You lose the meadow.
Pro: It is cheap.
Con: Your taxes rise.
Pro: Why wait?
Con: Why hurry?
""",
    "code with types": """\
impl<P, F> Parser for Filter<P, F>
P: Parser, // do we need it?
F: Fn(&P::Output) -> bool,
I: Input,
P: Clone, // you decide
F: Clone,
""",
}
