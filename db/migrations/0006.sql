-- Version 6: years of answers, events and audit are not read through for a day, a question or a submission.

CREATE INDEX audit_by_subject ON audit (subject, what);
CREATE INDEX answer_right ON answer (learner, owner, question, at) WHERE status = 'PASS';
CREATE INDEX answer_by_time ON answer (learner, at);
CREATE INDEX event_by_time ON event (at);
