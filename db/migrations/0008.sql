-- Version 8: a lease that ended with the process that held it is no try of the submission.

CREATE TABLE lost_lease (
    grading INTEGER NOT NULL REFERENCES grading (id),
    try     INTEGER NOT NULL CHECK (try > 0),          -- grading.tries when the lease was lost
    PRIMARY KEY (grading, try)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER lost_lease_is_fixed BEFORE UPDATE ON lost_lease
BEGIN SELECT RAISE(ABORT, 'lost_lease is append-only'); END;
CREATE TRIGGER lost_lease_stays BEFORE DELETE ON lost_lease
BEGIN SELECT RAISE(ABORT, 'lost_lease is append-only'); END;
