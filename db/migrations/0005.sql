-- Version 5: the log of a week is found without reading the years before it.

CREATE INDEX attempt_by_time ON attempt (learner, impl, started);
