-- Version 11: what people say of a student's work, beside what the machine found, and who hands in together.

-- What people say of one student's work in one lab: comments, points by hand, requests and their answers; only ever
-- added.
CREATE TABLE remark (
    id         INTEGER PRIMARY KEY,
    student    INTEGER NOT NULL REFERENCES student (id),
    lab        TEXT NOT NULL CHECK (lab <> ''),
    kind       TEXT NOT NULL CHECK (kind IN ('comment', 'mark', 'request', 'accept', 'decline', 'undo')),
    place      TEXT NOT NULL,                           -- comment: a file, or ''; mark: the rubric's item
    submission INTEGER,                                 -- comment: whose file it is; it may be forgotten since
    line       INTEGER NOT NULL CHECK (line >= 0),      -- comment: of the file; 0 is all of it
    value      INTEGER NOT NULL,                        -- mark: thousandths; request: when it was made, ms
    most       INTEGER NOT NULL CHECK (most >= 0),      -- mark: what the item had to give, thousandths
    about      INTEGER REFERENCES remark (id),          -- accept, decline, undo: of which row
    text       TEXT NOT NULL CHECK (text <> ''),
    who        TEXT NOT NULL,
    at         INTEGER NOT NULL,
    CHECK ((about IS NOT NULL) = (kind IN ('accept', 'decline', 'undo')))
) STRICT;
CREATE TRIGGER remark_is_fixed BEFORE UPDATE ON remark
BEGIN SELECT RAISE(ABORT, 'remark is append-only'); END;
CREATE TRIGGER remark_stays BEFORE DELETE ON remark
BEGIN SELECT RAISE(ABORT, 'remark is append-only'); END;
CREATE INDEX remark_by_lab ON remark (lab, id);
CREATE INDEX remark_by_student ON remark (student, lab, kind);

-- Students who hand in together have a team of one name.
CREATE TABLE team (
    student INTEGER PRIMARY KEY REFERENCES student (id),
    name    TEXT NOT NULL      -- '' is no team any more
) STRICT;
CREATE TRIGGER team_stays BEFORE DELETE ON team
BEGIN SELECT RAISE(ABORT, 'team: rows stay'); END;
