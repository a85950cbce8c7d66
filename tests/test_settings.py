"""What a knowledge base is opened with: arguments before the environment before the file before none."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from timeweave.errors import UsageError
from timeweave.lexicon.relations import Row, Time
from timeweave.settings import ExtractionSettings, HybridSettings, ModelSettings, Settings, Use, load
from timeweave.settings.relation_rows import relation_rows

SECRET = "marker-of-a-secret"
ADDRESS = "http://127.0.0.1:9/v1"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "kb"
    made.mkdir()
    return made


def written(folder: Path, text: str) -> Path:
    (folder / "timeweave.toml").write_text(text, encoding="utf-8")
    return folder


def names(settings: Settings) -> dict[str, str]:
    return {str(use): model.model for use, model in settings.models.items()}


def test_nothing_is_set_by_default(folder: Path) -> None:
    """Without arguments, variables and file there is no model, no budget and no embedder but the store's."""
    assert load(folder, environment={}) == Settings()


def test_one_model_serves_all_uses_until_one_names_its_own(folder: Path) -> None:
    """TG-23: `[llm]` is for all uses, `[llm.index]`, `[llm.answer]` and `[llm.judge]` each for one."""
    written(
        folder,
        f"""
        [llm]
        model = "openai:shared"
        url = "{ADDRESS}"
        temperature = 0.5
        [llm.answer]
        model = "openai:large"
        max_tokens = 100
        [llm.judge]
        model = "anthropic:other"
        """,
    )
    found = load(folder, environment={}).models
    assert found[Use.INDEX] == ModelSettings("openai:shared", ADDRESS, {"temperature": 0.5})
    assert found[Use.ANSWER] == ModelSettings("openai:large", ADDRESS, {"temperature": 0.5, "max_tokens": 100})
    assert found[Use.JUDGE] == ModelSettings("anthropic:other", None, {"temperature": 0.5})


def test_an_argument_goes_before_the_environment_and_that_before_the_file(folder: Path) -> None:
    """The first that says something is taken; each use can be given its own."""
    written(folder, 'embedder = "wordllama"\n[llm]\nmodel = "openai:file"\n[llm.index]\nmodel = "openai:small"\n')
    environment = {"TIMEWEAVE_LLM": "openai:variable", "TIMEWEAVE_EMBEDDER": "minilm"}
    assert names(load(folder, environment={})) == {
        "index": "openai:small",
        "answer": "openai:file",
        "judge": "openai:file",
    }
    assert set(names(load(folder, environment=environment)).values()) == {"openai:variable"}
    assert set(names(load(folder, llm="openai:given", environment=environment)).values()) == {"openai:given"}
    by_use = load(folder, llm={"index": "openai:given"}, environment=environment)
    assert names(by_use) == {"index": "openai:given", "answer": "openai:variable", "judge": "openai:variable"}
    assert load(folder, environment={}).embedder == ModelSettings("wordllama")
    assert load(folder, environment=environment).embedder == ModelSettings("minilm")
    assert load(folder, embedder="given", environment=environment).embedder == ModelSettings("given")


def test_a_model_can_be_switched_off(folder: Path) -> None:
    """`none` is no model, wherever it is said; an empty variable says nothing."""
    written(folder, '[llm]\nmodel = "openai:file"\n[llm.judge]\nmodel = "none"\n')
    assert names(load(folder, environment={"TIMEWEAVE_LLM": ""})) == {"index": "openai:file", "answer": "openai:file"}
    assert load(folder, llm="none", environment={}).models == {}
    assert load(folder, environment={"TIMEWEAVE_LLM": "none"}).models == {}


@pytest.mark.parametrize(
    ("model", "given", "environment", "address"),
    [
        ("openai:m", None, {}, None),
        ("openai:m", None, {"OPENAI_BASE_URL": "http://openai/v1"}, "http://openai/v1"),
        ("openai:m", None, {"OPENAI_BASE_URL": "http://o/v1", "TIMEWEAVE_LLM_URL": "http://own/v1"}, "http://own/v1"),
        ("openai:m", "http://given/v1", {"TIMEWEAVE_LLM_URL": "http://own/v1"}, "http://given/v1"),
        ("anthropic:m", None, {"OPENAI_BASE_URL": "http://openai/v1"}, None),
        ("local:m.gguf", None, {"TIMEWEAVE_LLM_URL": "http://own/v1"}, None),
    ],
)
def test_an_address_is_for_models_that_have_none_of_their_own(
    folder: Path, model: str, given: str | None, environment: dict[str, str], address: str | None
) -> None:
    """An address is taken from where the first says one, and only for a model of OpenAI's protocol; that of the file
    is for the model that the file names.
    """
    written(folder, '[llm]\nmodel = "openai:file"\nurl = "http://file/v1"\n')
    found = load(folder, llm=model, llm_url=given, environment=environment)
    assert {model.url for model in found.models.values()} == {address}


def test_the_file_may_lie_beside_the_folder(folder: Path) -> None:
    """The file in the knowledge base's folder is read, else the one beside the folder; never both."""
    written(folder.parent, '[llm]\nmodel = "openai:beside"\nbudget_tokens = 7\n')
    assert set(names(load(folder, environment={})).values()) == {"openai:beside"}
    written(folder, '[llm]\nmodel = "openai:inside"\n')
    found = load(folder, environment={})
    assert set(names(found).values()) == {"openai:inside"}
    assert found.budget_tokens is None


def test_budgets_and_extraction(folder: Path) -> None:
    """Budgets of the file hold where none are given; how a model extracts is told under `[extraction]`."""
    written(
        folder,
        """
        [llm]
        budget_tokens = 1_000
        budget_usd = 2
        concurrency = 3
        [extraction]
        entity_types = ["ship", "port"]
        gleanings = 1
        temporal = false
        """,
    )
    found = load(folder, environment={})
    assert (found.budget_tokens, found.budget_usd, found.concurrency) == (1000, 2.0, 3)
    assert found.extraction == ExtractionSettings(("ship", "port"), 1, temporal=False)
    given = load(folder, budget_tokens=5, budget_usd=0.5, environment={})
    assert (given.budget_tokens, given.budget_usd) == (5, 0.5)


def test_relations_of_the_data_stand_before_those_of_the_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of the file beside the store come first, then those of the user's own file: both are added."""
    home = folder.parent / "home" / "timeweave"
    home.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home.parent))
    row = '[[relation]]\nname = "{}"\ntime = "once"\nsays = ["endorse"]\nsubject = ["person"]\n'
    written(home, row.format("own"))
    written(folder, row.format("beside"))
    first, second = load(folder, environment={}).relations
    assert first == Row("beside", Time.ONCE, says=("endorse",), subject=("person",))
    assert second.name == "own"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('name = "backs"\ntime = "now"\nsays = ["back"]', "number 1, 'backs': 'time' is 'now': it must be one of"),
        ('name = "backs"\nsays = ["back"]', "number 1, 'backs': it has no 'time': add time = 'begins' | 'ends'"),
        ('time = "once"\nsays = ["back"]', "number 1: it has no 'name': add name ="),
        ('name = "backs"\ntime = "holds"', "number 1, 'backs': nothing tells it: add says ="),
        ('name = "backs"\ntime = "holds"\nsay = ["back"]', "'say' does not exist: known are name, time, says"),
        ('name = "backs"\ntime = "holds"\nsays = "back"', "'says' is 'back': it must be a list of predicates"),
        (
            'name = "backs"\ntime = "holds"\nsays = ["Back"]',
            "'says' is ['Back']: it must be a list of predicates in lower",
        ),
        (
            'name = "backs"\ntime = "holds"\nsays = ["backed"]',
            "'says' has 'backed', which would never be found: write the ",
        ),
        ('name = "backs"\ntime = "holds"\nsays = ["members of"]', 'write the lemma, "member of"'),
        (
            'name = "backs"\ntime = "holds"\nnouns = ["backing"]',
            'write the noun with its preposition, as in "backing of"',
        ),
        (
            'name = "backs"\ntime = "holds"\nsays = ["back"]\nobject = ["firm"]',
            "'object' is ['firm']: it must be a list",
        ),
        (
            'name = "backs"\ntime = "holds"\nsays = ["back"]\nsymmetric = 1',
            "'symmetric' is 1: it must be true or false",
        ),
        ('name = "backs"\nvalues = "two"', "'values' is 'two': it must be one of 'ever', 'one', 'many'"),
        ('name = "backs"\nvalues = "one"\nsays = ["back"]', "it has no 'time'"),
        ('name = "ba\\u001bcks"\ntime = "holds"\nsays = ["back"]', "it must be words with single spaces"),
        (f'name = "{"x" * 200}"\ntime = "holds"\nsays = ["back"]', "xxx…: it must be words with single spaces, 60"),
    ],
)
def test_a_relation_that_does_not_fit_is_quoted(folder: Path, row: str, said: str) -> None:
    """The message names the file, the row and its value, and says what fits."""
    written(folder, f"[[relation]]\n{row}\n")
    with pytest.raises(UsageError) as refused:
        load(folder, environment={})
    assert said in str(refused.value)
    assert str(refused.value).startswith(repr(str(folder / "timeweave.toml")))


def test_rows_of_the_packaged_table_fit_as_rows_of_a_user(folder: Path) -> None:
    """What is shipped can be copied into the settings file; and every such row has keys that a sentence can have."""
    shipped = files("timeweave.lexicon").joinpath("relations.toml").read_text("utf-8")
    rows = tomllib.loads(shipped)["relation"]
    assert relation_rows(rows, "relations.toml") == tuple(map(Row.of, rows))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("relation = 5", "'relation' must be a list, not int"),
        ("relation = [5]", "[[relation]] number 1 is 5: write each row under a line [[relation]] of its own"),
        ('[llm]\nmodle = "openai:m"', "'modle' in [llm] does not exist: known are model, url"),
        ("llm = 5", "'llm' must be a table, not int"),
        ("[llm]\nmodel = 5", "'model' in [llm] must be a string, not int"),
        ("[llm.index]\nseed = 0.5", "'seed' in [llm.index] must be a whole number, not float"),
        ("[llm]\ntemperature = true", "'temperature' in [llm] must be a number, not bool"),
        ("[llm]\nbudget_tokens = 0", "'budget_tokens' in [llm] must be 1 or more"),
        ("[llm]\nbudget_usd = -1", "'budget_usd' in [llm] must be more than 0"),
        ("[extraction]\ngleanings = -1", "'gleanings' in [extraction] must be 0 or more"),
        ("[extraction]\nentity_types = []", "'entity_types' in [extraction] must be a list of names"),
        ("[hybrid]\ndelta = 2.5", "'delta' in [hybrid] does not exist: known are alpha, beta, gamma, delta_base"),
        ("[hybrid]\nalpha = true", "'alpha' in [hybrid] must be a number, not bool"),
        ("[hybrid]\ngamma = -0.5", "'gamma' in [hybrid] must be 0 or more"),
        ("[hybrid]\ntau_min = nan", "'tau_min' in [hybrid] must be 0.1 or more"),
        ("[hybrid]\ntau_min = 800\ntau_max = 700", "'tau_min' in [hybrid] must not be more than 'tau_max'"),
        ("[hybrid]\nagreement = 1.5", "'agreement' in [hybrid] must be 0 or more, and 1 at most"),
        ('[hybrid]\ndense = "lsa"', "'dense' in [hybrid] must be one of 'neural', 'svd'"),
        ("[hybrid]\nhalting = 1", "'halting' in [hybrid] must be true or false, not int"),
        ("[hybrid]\nhops = 9", "'hops' in [hybrid] must be 0 or more, and 5 at most"),
        ("[hybrid]\nentity_hops = 6", "'entity_hops' in [hybrid] must be 0 or more, and 5 at most"),
        ('[hybrid]\nages_from = "oldest"', "'ages_from' in [hybrid] must be one of 'newest', 'now'"),
        ("[llm]\nmodel =", "is not TOML: Invalid value (at end of document)"),
        ("[hybrid]\nalpha = " + "9" * 5_000, "is not TOML: Exceeds the limit"),
        (
            '[llm]\nmodel = "openai:m"\nurl = "127.0.0.1"',
            "the address of 'openai:m' is '127.0.0.1': give it as http://",
        ),
    ],
)
def test_what_does_not_fit_is_told_with_file_and_key(folder: Path, text: str, said: str) -> None:
    """A setting that does not exist or does not fit is an error that quotes its key, its table and the file."""
    with pytest.raises(UsageError) as caught:
        load(written(folder, text), environment={})
    assert said in str(caught.value)
    assert "address" in said or str(folder / "timeweave.toml") in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        f'[llm]\napi_key = "{SECRET}"',
        f'[llm.index]\nOPENAI_API_KEY = "{SECRET}"',
        f'access_token = "{SECRET}"',
        f'[llm]\nmodel = "sk-{SECRET}"',
        f'[llm]\nmodel = "openai:m"\nurl = "http://user:{SECRET}@host/v1"',
        f'[llm]\nmodel = "openai:m"\nurl = "http://host/v1?api_key={SECRET}"',
    ],
)
def test_a_key_in_the_file_is_refused_and_not_repeated(folder: Path, text: str) -> None:
    """Keys are read from the provider's environment variable alone; what was written is not shown again."""
    with pytest.raises(UsageError) as caught:
        load(written(folder, text), environment={})
    assert "secret" in str(caught.value)
    assert "environment variable" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_a_use_that_does_not_exist_is_named(folder: Path) -> None:
    """Models by use: an unknown use is an error that names those that there are."""
    with pytest.raises(UsageError, match="no use 'indexing' of a model: name one of 'index', 'answer', 'judge'"):
        load(folder, llm={"indexing": "openai:m"}, environment={})


def test_a_local_model_of_the_file_lies_relative_to_the_file(folder: Path, tmp_path: Path) -> None:
    """One folder holds base, settings and model, wherever the program is started; other paths are the user's own."""
    written(folder, '[llm]\nmodel = "local:models/small.gguf"\n[llm.answer]\nmodel = "local:/whole/path.gguf"\n')
    assert names(load(folder, environment={})) == {
        "index": f"local:{folder}/models/small.gguf",
        "answer": "local:/whole/path.gguf",
        "judge": f"local:{folder}/models/small.gguf",
    }
    assert names(load(folder, llm="local:here.gguf", environment={}))["index"] == "local:here.gguf"


def test_the_context_of_a_local_model_is_not_asked_of_another(folder: Path) -> None:
    """What `[llm]` says of its own local model does not keep a model of a provider from being used in its place."""
    written(folder, '[llm]\nmodel = "local:a.gguf"\ncontext = 4096\nseed = 1\n')
    assert load(folder, environment={}).models[Use.INDEX].options == {"context": 4096, "seed": 1}
    assert load(folder, llm="anthropic:large", environment={}).models[Use.INDEX].options == {"seed": 1}


def test_a_file_may_begin_with_a_byte_order_mark(folder: Path) -> None:
    """Some editors write one."""
    (folder / "timeweave.toml").write_bytes(b'\xef\xbb\xbf[llm]\nmodel = "openai:small"\n')
    assert names(load(folder, environment={}))["index"] == "openai:small"


@pytest.mark.parametrize(
    "setting",
    ["temperature = -1", "temperature = nan", "max_tokens = 0", "max_tokens = -5", "timeout = 0", "timeout = nan",
     "timeout = inf", "top_p = 1.5", "top_k = 0", "context = 0", "concurrency = 100_000"],
)  # fmt: skip
def test_a_number_that_cannot_be_is_refused_before_any_call(folder: Path, setting: str) -> None:
    """With the file, the key and the bound."""
    written(folder, f"[llm]\n{setting}\n")
    with pytest.raises(
        UsageError, match=rf"timeweave\.toml': '{setting.split()[0]}' in \[llm\] must be [\d.]+ or more"
    ):
        load(folder, environment={})


def test_gleanings_have_an_end(folder: Path) -> None:
    """Each is a further call for each chunk."""
    written(folder, "[extraction]\ngleanings = 11\n")
    with pytest.raises(UsageError, match=r"'gleanings' in \[extraction\] must be 0 or more, and 10 at most"):
        load(folder, environment={})


@pytest.mark.parametrize("url", ["http://[::1", "http://host:port/v1", "http://host:99999/v1"])
def test_an_address_that_cannot_be_read_is_a_usage_error(folder: Path, url: str) -> None:
    """A bracket too few, or a port that is none; it is not quoted, for all of it may be a secret."""
    with pytest.raises(UsageError, match="the address of 'openai:x' cannot be read") as raised:
        load(folder, llm="openai:x", llm_url=url, environment={})
    assert url not in str(raised.value)


def test_an_address_without_a_model_is_refused(folder: Path) -> None:
    """Whoever names a server means to use it; `none` says the contrary."""
    with pytest.raises(UsageError, match="is the address of no model: name the model too"):
        load(folder, llm_url=ADDRESS, environment={})
    assert not load(folder, llm="none", llm_url=ADDRESS, environment={}).models


def test_how_hybrid_ranks_is_told_in_a_table_of_its_own(folder: Path) -> None:
    """What `[hybrid]` sets is set, and nothing else is."""
    table = '[hybrid]\nalpha = 2\ntau_min = 365.0\nmargin = 0.25\ncentrality = "none"\nages_from = "now"\n'
    written(folder, table + 'fold_copies = false\nagreement_over = "attainable"\n')
    assert load(folder, environment={}).hybrid == HybridSettings(
        alpha=2,
        tau_min=365.0,
        margin=0.25,
        centrality="none",
        fold_copies=False,
        ages_from="now",
        agreement_over="attainable",
    )


def test_a_reranker_lies_relative_to_the_file_unless_the_environment_names_one(folder: Path, tmp_path: Path) -> None:
    """The folder of the file is read from where the file lies; TIMEWEAVE_RERANKER goes before it."""
    written(folder.parent, '[hybrid]\nreranker = "models/cross"\n')
    assert load(folder, environment={}).hybrid.reranker == tmp_path / "models" / "cross"
    environment = {"TIMEWEAVE_RERANKER": str(tmp_path / "other")}
    assert load(folder, environment=environment).hybrid.reranker == tmp_path / "other"


def test_a_file_that_would_exhaust_the_parser_is_none(tmp_path: Path) -> None:
    """A key of a million parts took minutes and all memory: no settings file has 16,000 bytes."""
    (tmp_path / "timeweave.toml").write_text("a." * 500_000 + "b = 1")
    with pytest.raises(UsageError, match="is larger than 16,000 bytes"):
        load(tmp_path / "kb")
