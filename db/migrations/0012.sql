-- Version 12: the most that an attempt had of a milestone without passing it (partial credit), and which was the first to.

CREATE TABLE partly (
    learner   INTEGER NOT NULL REFERENCES learner (id),
    lab       TEXT NOT NULL,
    milestone TEXT NOT NULL,
    lab_rev   INTEGER NOT NULL,
    points    REAL NOT NULL CHECK (points > 0),
    attempt   INTEGER NOT NULL REFERENCES attempt (id),
    PRIMARY KEY (learner, lab, milestone, lab_rev)
) STRICT, WITHOUT ROWID;

INSERT INTO partly (learner, lab, milestone, lab_rev, points, attempt)
    SELECT learner, lab, milestone, lab_rev, points, id FROM
        (SELECT a.learner, a.lab, m.milestone, a.lab_rev, m.points, a.id,
                row_number() OVER (PARTITION BY a.learner, a.lab, m.milestone, a.lab_rev
                                   ORDER BY m.points DESC, a.id) AS r
         FROM attempt a JOIN milestone_result m ON m.attempt = a.id
         WHERE a.impl = 'learner' AND m.points > 0 AND m.status IN ('FAIL', 'ERROR'))
    WHERE r = 1;
