/*
 * journal.c: what happened when, from all the tables that say so, as one list.
 */
#include "internal.h"

/* Each part gives the same columns; a column that the part lacks is NULL or ''. ?1: learner, ?2: since. */
#define PART(kind, subject, key, status, text, number, of, ms, id, rev, at, from)                      \
    " SELECT " at " AS at, " kind " AS kind, " subject " AS subject, " key " AS key, " status      \
    " AS status, substr(" text ", 1, 200) AS text, " number " AS number, " of " AS \"of\", " ms    \
    " AS ms, " id " AS id, " rev " AS rev FROM " from " WHERE " at " >= ?2"
#define MINE " AND learner = ?1"

/* a run's text: the milestones that it was the first to pass */
#define FIRST_PASSED                                                                               \
    "ifnull((SELECT group_concat(DISTINCT p.milestone) FROM passed p WHERE p.learner = ?1"         \
    " AND p.lab = a.lab AND p.attempt = a.id), '')"

/* an event's text: why something was done, where its data say so */
#define REASON                                                                                     \
    "ifnull(CASE WHEN json_valid(data) THEN json_extract(data, '$.reason') END, '')"

/* of a text that the learner ticked, how many items of its rubric it has by their own word, and of how many */
#define TICKED(what)                                                                               \
    "(SELECT " what " FROM (SELECT ticked, max(r.at) FROM rubric_tick r WHERE r.answer = answer.id"  \
    " AND r.who = 'self' GROUP BY r.item))"

enum db_status db_journal(struct db *db, int64_t since, int limit, json_t **ret)
{
    static const char sql[] =
        "SELECT at AS \"when\", kind, subject, key, status, text, number, \"of\", ms, id, rev FROM ("
        PART("verb", "lab", "stage", "status", FIRST_PASSED, "points", "max", "duration_ms", "id",
             "lab_rev", "started", "attempt a") MINE " AND impl = 'learner' UNION ALL"
        PART("'answer'", "owner", "question", "status", "text", TICKED("sum(ticked)"),
             TICKED("nullif(count(*), 0)"), "0", "id",
             "lab_rev", "at", "answer") MINE " UNION ALL"
        PART("'reading'", "owner", "key", "'PASS'", "''", "NULL", "NULL", "0", "0", "NULL", "at",
             "reading_tick") MINE " UNION ALL"
        PART("'idea'", "owner", "key", "'PASS'", "''", "NULL", "NULL", "0", "0", "NULL", "at",
             "concept_tick") MINE " UNION ALL"
        PART("'hint'", "lab", "hint", "''", "''", "NULL", "NULL", "0", "0", "NULL", "at", "hint_taken") MINE
        " UNION ALL"
        PART("'solution'", "lab", "how", "''", "''", "NULL", "NULL", "0", "0", "NULL", "at", "reveal") MINE
        " UNION ALL"
        PART("'review'", "owner", "key", "status", "text", "grade", "NULL", "0", "id",
             "lab_rev", "at", "review") MINE " UNION ALL"
        PART("'interview'", "s.scope", "''", "iif(e.passed, 'PASS', 'FAIL')", "e.how", "e.solved", "e.of_all",
             "e.at - s.at", "s.id", "NULL", "e.at", "sitting_end e JOIN sitting s ON s.id = e.sitting") MINE
        " UNION ALL"
        PART("'note'", "owner", "''", "''", "text", "NULL", "NULL", "0", "id", "NULL", "created", "note")
        MINE " UNION ALL"
        PART("kind", "subject", "''", "''", REASON, "NULL", "NULL", "0", "id", "NULL", "at", "event")
        ") ORDER BY at DESC, kind, id DESC LIMIT ?3";

    return db_rows(db, "read the log", ret, sql,
                   DB_ARGS(db_i(db->learner), db_i(since), db_i(limit)));
}
