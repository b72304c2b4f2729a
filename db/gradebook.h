/*
 * gradebook.h: a class in the workbook: students, assignments, submissions, their gradings, and an
 * audit of all that was done.
 *
 * The rules of db.h hold here too. Submissions, reports and the audit are only ever added. A
 * grading goes queued -> leased -> done, held, or back to queued; triggers allow nothing else, and
 * every change writes its audit row in the same transaction. Any number of processes may lease at
 * once: each grading is done exactly once, whatever dies in between.
 *
 * db_check() holds every row of the class against its audit. The audit's words "student",
 * "assignment", "submission…", "grading.…", "adjustment", "remark" and "team" are the gradebook's own.
 *
 * A `lab` of NULL means every lab where that is said. Strings passed in are borrowed; those that
 * are optional may be NULL.
 */
#ifndef RIDGE_DB_GRADEBOOK_H
#define RIDGE_DB_GRADEBOOK_H

#include "db.h"

/* After so many leases without a verdict a grading is held for the instructor. */
enum { DB_GRADING_TRIES = 3 };

/* ---- Students --------------------------------------------------------------------------- */

struct db_student {
    const char *key; /* the id that the school knows; not empty */
    const char *name, *email, *section;
    const json_t *extra; /* the roster row's other columns, or NULL */
};

/* A new student, or new details of the one with this key. What is the same already is not written
 * again. DB_ERROR: no key, or a text that is not UTF-8. ret_id may be NULL. */
enum db_status db_student_put(struct db *db, const struct db_student *student, int64_t *ret_id);

/* Out of the class: db_students() lists them no more. Their row and what they handed in stay, and db_student_put()
 * takes them back. DB_NOTFOUND: nobody of the class has this key. */
enum db_status db_student_leave(struct db *db, const char *key);

/* [{"id","key","name","email","section","extra"}] by key. */
enum db_status db_students(struct db *db, json_t **ret);

/* The same of those who left and were not taken back. */
enum db_status db_students_left(struct db *db, json_t **ret);

/*
 * Erases a student for good: the row, submissions with their sources (but for texts that others have, too), gradings,
 * reports, adjustments, and the text of every row of the audit about any of them; the chain stays whole, see
 * db_audit_check(). db_purge() is to follow: until then the bytes are in the file. {"submissions","gradings",
 * "adjustments","remarks","audit"}: how many of each went. DB_NOTFOUND: no such student; DB_BUSY: one of the
 * submissions is being graded.
 */
enum db_status db_student_forget(struct db *db, const char *key, json_t **ret);

/* Writes the whole file anew and empties its log, so that no byte of what was erased is left in either. DB_BUSY:
 * another process reads; do it again then. */
enum db_status db_purge(struct db *db);

/* {"id","key","name","email","section"} of one student, also of one who left; DB_NOTFOUND: no such student. */
enum db_status db_student_get(struct db *db, const char *key, json_t **ret);

/* ---- Assignments ------------------------------------------------------------------------ */

/* {"due":ms|null,"late":{…},"keep":"best"|"last","visibility":…}, stored as given. DB_ERROR: not an
 * object, or no lab. */
enum db_status db_assignment_put(struct db *db, const char *lab, const json_t *policy);

/* The policy, or DB_NOTFOUND. */
enum db_status db_assignment_get(struct db *db, const char *lab, json_t **ret);

/* ---- Submissions ------------------------------------------------------------------------ */

struct db_submission {
    int64_t student;
    const char *lab;
    int64_t received;    /* 0: now */
    bool said;           /* a person says so; else it is a file's time, or what `mark` says */
    const char *mark;    /* "in time", "late": all that the school's system says, so that `received` is no time of
                            receipt; NULL: it is one */
    const char *origin;  /* the file or upload that it came from */
    const char *refused; /* why it was not taken, or NULL */
    const struct db_file *file;
    size_t nfiles; /* 0 only when refused */
};

/*
 * Keeps a submission for good. The same files of the same student for the same lab again, taken or
 * refused for the same reason as before, are the same submission: *ret_id is then the first one's,
 * *ret_new false, and the first time of receipt stays; but one that is only marked late
 * gets the time that a person says. DB_ERROR: files as in db_attempt_insert()
 * that are not in order, no files without a refusal, or no such student. Both results may be NULL.
 */
enum db_status db_submission_add(struct db *db, const struct db_submission *submission,
                                 int64_t *ret_id, bool *ret_new);

/* [{"id","student","key","name","lab","received","mark":text|null,"origin","refused":text|null,"hash"}], oldest
 * first; hash: hex over the files' names and texts; mark: as in db_submission, until somebody says when it came in; lab
 * NULL: of every lab. */
enum db_status db_submissions(struct db *db, const char *lab, json_t **ret);

/* As db_attempt_source(): checked against their hashes; db_files_free() them. DB_NOTFOUND: no such
 * submission, or one refused without a file. */
enum db_status db_submission_files(struct db *db, int64_t id, struct db_file **ret, size_t *ret_n);

/* ---- Gradings --------------------------------------------------------------------------- */

/*
 * Puts a submission in the queue for the lab's revision: round 0 first, then 1, 2, … for regrades.
 * What is there already is found again: *ret_new false. DB_NOTFOUND: no such submission; DB_ERROR:
 * it was refused, or the round is negative. Both results may be NULL.
 */
enum db_status db_grading_queue(struct db *db, int64_t submission, int lab_rev, int round,
                                int64_t *ret_id, bool *ret_new);

/*
 * The next to grade, for ttl_ms: one that is queued, or whose lease has run out; those tried least
 * come first. {"id","submission","student","key","lab","lab_rev","round","tries","lost"}, tries counting this one, lost
 * those of them that db_grading_lost() ended; json null when nothing is left that may be had now. One whose third lease
 * that was not lost ran out is held instead. lab NULL: of every lab. `worker` must name one process among all, at all
 * times (host, pid and start); DB_ERROR: it is empty, or ttl_ms is not positive.
 */
enum db_status db_grading_lease(struct db *db, const char *lab, const char *worker, int64_t ttl_ms,
                                json_t **ret);

struct db_grading {
    const char *status; /* as in db_attempt */
    const char *stage;  /* NULL, "bronze", "silver" or "gold" */
    const char *sandbox;
    double points, max; /* finite */
    int64_t duration_ms;
    const char *why;      /* what an instructor should know of it; NULL: nothing */
    const json_t *report; /* kept word for word; NULL: none */
};

/* The verdict, once, by the worker that holds the lease (one that ran out still counts, as long as
 * no other worker has taken it over). DB_NOTFOUND: no such grading; DB_ERROR: the lease is another
 * worker's, or the grading is over: drop the result then. */
enum db_status db_grading_done(struct db *db, int64_t id, const char *worker,
                               const struct db_grading *grading);

/* Our fault, not the submission's: back to the queue, saying why (any bytes will do); after the
 * third lease it is held for the instructor and *ret_held (may be NULL) is true. Errors as
 * db_grading_done(). */
enum db_status db_grading_retry(struct db *db, int64_t id, const char *worker, const char *why,
                                bool *ret_held);

/* The process that held the lease was ended (a kill, a power cut): back to the queue, and no try of the submission,
 * however often. Errors as db_grading_done(). */
enum db_status db_grading_lost(struct db *db, int64_t id, const char *worker, const char *why);

/*
 * [{"id","submission","student","key","name","lab","lab_rev","round","received","mark":text|null,"state",
 *   "tries","why":text|null,"status","stage","points","max","sandbox","duration_ms","finished"}] by the
 * student's key, then in the order queued; what is not known yet is null. round -1: the grading
 * queued last of each submission. lab NULL: of every lab.
 */
enum db_status db_gradings(struct db *db, const char *lab, int round, json_t **ret);

/* The report of a grading that is done, or DB_NOTFOUND. */
enum db_status db_grading_report(struct db *db, int64_t id, json_t **ret);

/* ---- Adjustments ------------------------------------------------------------------------ */

/* What an instructor decides of one student in one lab. They are only added; what holds is grader/class/adjust.h's. */
struct db_adjustment {
    int64_t student;
    const char *lab;
    const char *kind;   /* "due", "excuse", "points" or "undo" */
    bool has_value;     /* without one a "due" takes the due time away */
    int64_t value;      /* due: ms, UTC; points: thousandths, not negative */
    int64_t most;       /* points: what the lab has, thousandths */
    const char *reason; /* not empty, UTF-8 */
};

/* One more, by the user who runs this. DB_ERROR: no lab, no reason or one that is not UTF-8, no such kind, a value
 * that does not fit it, or no such student. ret_id may be NULL. */
enum db_status db_adjustment_add(struct db *db, const struct db_adjustment *adjustment, int64_t *ret_id);

/* [{"id","student","key","name","lab","kind","value":number|null,"most":number|null,"reason","who","at"}], oldest
 * first; lab NULL: of every lab. */
enum db_status db_adjustments(struct db *db, const char *lab, json_t **ret);

/* ---- Teams ------------------------------------------------------------------------------ */

/* The student hands in with all others whose team has this name; "" or NULL: with nobody. What is so already is not
 * written again. DB_NOTFOUND: no such student. */
enum db_status db_team_put(struct db *db, const char *key, const char *name);

/* [{"student","key","name","team"}] of all who have one, by team and key. */
enum db_status db_teams(struct db *db, json_t **ret);

/* ---- Remarks ---------------------------------------------------------------------------- */

/* What a person says of one student's work in one lab. They are only added; what holds is grader/class/remark.h's. */
struct db_remark {
    int64_t student;
    const char *lab;
    const char *kind;    /* "comment", "mark", "request", "accept", "decline" or "undo" */
    const char *place;   /* comment: a file; mark: an item of the rubric; else NULL */
    int64_t submission;  /* comment: whose file, or 0 */
    int64_t line;        /* comment: of the file, from 1; 0: all of it */
    int64_t value, most; /* mark: thousandths, given and at the most; request: when the student made it, ms */
    int64_t about;       /* accept, decline: a request; undo: a comment or mark, of the same student and lab */
    const char *text;    /* not empty, UTF-8 */
    const char *who;     /* NULL: the user who runs this */
};

/* One more. A request that is there already, by its time and text, is the same one: *ret_new false. DB_ERROR: a field
 * that does not fit its kind, or a text that is not UTF-8; DB_NOTFOUND: there is nothing that `about` could be. Both
 * results may be NULL. */
enum db_status db_remark_add(struct db *db, const struct db_remark *remark, int64_t *ret_id, bool *ret_new);

/* [{"id","student","key","name","lab","kind","place","submission":id|null,"line","value","most","about":id|null,"text",
 * "who","at"}], oldest first; lab NULL: of every lab. */
enum db_status db_remarks(struct db *db, const char *lab, json_t **ret);

/* ---- Audit ------------------------------------------------------------------------------ */

/* Whose rows all that follow are: the name that a grader goes by, with the login behind; NULL: the login alone. */
void db_set_user(struct db *db, const char *name);

/* One more row of the caller's own. who NULL: the user who runs this; data may be NULL. */
enum db_status db_audit(struct db *db, const char *who, const char *what, const char *subject,
                        const json_t *data);

/*
 * Walks the chain: each row's hash is BLAKE2b-256 of the hash before and the row. *ret_bad is the
 * first row that is missing, changed or out of place; 0 when the chain is whole. A row that a later
 * "student.forgotten" names is a tombstone: what "erased", no subject, no data, its time, user and predecessor as they
 * were at that moment, and its old hash, which the next row follows. A chain proves
 * nothing about rows cut off its end: keep the last hash elsewhere, or db_check(), which holds the
 * grades against the audit.
 */
enum db_status db_audit_check(struct db *db, int64_t *ret_bad);

/* Newest first: [{"id","at","who","what","subject","data","hash"}]. */
enum db_status db_audit_list(struct db *db, int limit, json_t **ret);

/* The same fields, oldest first: what was done to a submission and to all of its gradings. */
enum db_status db_audit_of_submission(struct db *db, int64_t submission, json_t **ret);

#endif
