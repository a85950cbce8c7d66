"""Feeds and pages on the web: fetched politely and within bounds, read into dated documents."""

from timeweave.feeds.clock import Clock, SystemClock
from timeweave.feeds.reading import FeedReader, Round
from timeweave.feeds.state import FeedState
from timeweave.feeds.visiting import Visitor

__all__ = ["Clock", "FeedReader", "FeedState", "Round", "SystemClock", "Visitor"]
