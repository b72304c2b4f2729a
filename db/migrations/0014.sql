-- Version 14: a text is ticked item by item, apart from the answer, and no answer passes by the learner's own word.

-- What a text has of its rubric, item by item, by whose word; an item is only ever judged anew: the latest holds.
CREATE TABLE rubric_tick (
    answer INTEGER NOT NULL REFERENCES answer (id),
    who    TEXT NOT NULL CHECK (who IN ('self', 'partner', 'class')),
    item   INTEGER NOT NULL CHECK (item > 0),           -- its number in the rubric
    at     INTEGER NOT NULL,
    ticked INTEGER NOT NULL CHECK (ticked IN (0, 1)),
    PRIMARY KEY (answer, who, item, at)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER rubric_tick_is_fixed BEFORE UPDATE ON rubric_tick
BEGIN SELECT RAISE(ABORT, 'rubric_tick is append-only'); END;
CREATE TRIGGER rubric_tick_stays BEFORE DELETE ON rubric_tick
BEGIN SELECT RAISE(ABORT, 'rubric_tick is append-only'); END;

-- The ticks stood among the parameters. What was not ticked then is not known to have been looked at.
INSERT INTO rubric_tick (answer, who, item, at, ticked)
    SELECT DISTINCT a.id, 'self', t.value, a.at, 1 FROM answer a, json_each(a.params, '$.ticks') t
    WHERE json_valid(a.params) AND json_type(a.params, '$.ticks') = 'array' AND t.type = 'integer' AND t.value > 0;

DROP TRIGGER answer_is_fixed;
UPDATE answer SET status = 'PENDING'
    WHERE status = 'PASS' AND json_valid(params) AND json_type(params, '$.ticks') = 'array';
CREATE TRIGGER answer_is_fixed BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'answer is append-only'); END;
