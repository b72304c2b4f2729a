/*
 * notebook.c: the small things: ticks, hints, reveals, notes, screen state, the log, the learner.
 */
#include "internal.h"

#include <stdlib.h>

/* ---- The learner ------------------------------------------------------------------------ */

enum db_status db_learner(struct db *db, json_t **ret)
{
    return db_row(db, "read the learner", ret,
                  "SELECT id, name, seed, created FROM learner WHERE id = ?",
                  DB_ARGS(db_i(db->learner)));
}

enum db_status db_learner_rename(struct db *db, const char *name)
{
    return db_write(db, "store the name", "UPDATE learner SET name = ? WHERE id = ?",
                    DB_ARGS(db_t(name), db_i(db->learner)));
}

/* ---- Ticks ------------------------------------------------------------------------------ */

/* Table names can't be bound, so each kind has its statements. */
static const struct {
    const char *on, *off, *list, *list_of;
} tick_sql[] = {
#define TICKS(table)                                                                               \
    {                                                                                              \
        .on = "INSERT INTO " table " (learner, owner, key, at) VALUES (?1, ?2, ?3, ?4)"            \
              " ON CONFLICT DO NOTHING",                                                           \
        .off = "DELETE FROM " table " WHERE learner = ?1 AND owner = ?2 AND key = ?3",             \
        .list = "SELECT owner, key, at AS \"when\" FROM " table                                    \
                " WHERE learner = ? ORDER BY owner, key",                                          \
        .list_of = "SELECT owner, key, at AS \"when\" FROM " table                                 \
                   " WHERE learner = ? AND owner = ? ORDER BY key",                                \
    }
    [DB_TICK_READING] = TICKS("reading_tick"),
    [DB_TICK_CONCEPT] = TICKS("concept_tick"),
#undef TICKS
};

enum db_status db_tick(struct db *db, enum db_tick_kind kind, const char *owner, const char *key,
                       bool on)
{
    struct db_arg args[] = {db_i(db->learner), db_t(owner), db_t(key), db_i(db_now(db))};

    if (on)
        return db_write(db, "store the tick", tick_sql[kind].on, args, 4);
    return db_write(db, "take the tick away", tick_sql[kind].off, args, 3);
}

enum db_status db_ticks(struct db *db, enum db_tick_kind kind, const char *owner, json_t **ret)
{
    const struct db_arg args[] = {db_i(db->learner), db_t(owner)};

    return db_rows(db, "read the ticks", ret, owner ? tick_sql[kind].list_of : tick_sql[kind].list, args,
                   owner ? 2 : 1);
}

/* ---- Hints and reveals ------------------------------------------------------------------ */

enum db_status db_hint_take(struct db *db, const char *lab, const char *hint)
{
    return db_write(db, "store that the hint was taken",
                    "INSERT INTO hint_taken (learner, lab, hint, attempts, at)"
                    " VALUES (?1, ?2, ?3, (SELECT count(*) FROM attempt"
                    "  WHERE learner = ?1 AND lab = ?2 AND impl = 'learner'), ?4)"
                    " ON CONFLICT DO NOTHING",
                    DB_ARGS(db_i(db->learner), db_t(lab), db_t(hint), db_i(db_now(db))));
}

enum db_status db_hints(struct db *db, const char *lab, json_t **ret)
{
    return db_rows(db, "read the hints taken", ret,
                   "SELECT hint, attempts, at AS \"when\" FROM hint_taken"
                   " WHERE learner = ? AND lab = ? ORDER BY at, hint",
                   DB_ARGS(db_i(db->learner), db_t(lab)));
}

enum db_status db_reveal_put(struct db *db, const char *lab, const char *how)
{
    return db_write(db, "store that the solution was shown",
                    "INSERT INTO reveal (learner, lab, how, at) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING",
                    DB_ARGS(db_i(db->learner), db_t(lab), db_t(how), db_i(db_now(db))));
}

enum db_status db_reveal_get(struct db *db, const char *lab, json_t **ret)
{
    return db_row(db, "read whether the solution was shown", ret,
                  "SELECT how, at AS \"when\" FROM reveal WHERE learner = ? AND lab = ?",
                  DB_ARGS(db_i(db->learner), db_t(lab)));
}

/* ---- Notes ------------------------------------------------------------------------------ */

enum db_status db_note_add(struct db *db, const char *owner, const char *text, int64_t *ret_id)
{
    int64_t now = db_now(db);
    enum db_status status =
        db_write(db, "store the note",
                 "INSERT INTO note (learner, owner, text, created, updated) VALUES (?, ?, ?, ?, ?)",
                 DB_ARGS(db_i(db->learner), db_t(owner), db_t(text), db_i(now), db_i(now)));

    if (status == DB_OK && ret_id)
        *ret_id = sqlite3_last_insert_rowid(db->sql);
    return status;
}

/* Runs a statement about one note; DB_NOTFOUND where the statement changed no row. */
static enum db_status change_note(struct db *db, const char *what, const char *sql,
                                  const struct db_arg *args, size_t n, int64_t id)
{
    enum db_status status = db_write_begin(db, what);

    if (status != DB_OK)
        return status;
    status = db_run(db, what, sql, args, n);
    if (status == DB_OK && sqlite3_changes(db->sql) == 0)
        status = db_fail(db, DB_NOTFOUND, "There is no note %lld in %s.", (long long)id, db->path);
    return db_write_end(db, what, status);
}

enum db_status db_note_edit(struct db *db, int64_t id, const char *text)
{
    return change_note(db, "store the note",
                       "UPDATE note SET text = ?, updated = ? WHERE id = ? AND learner = ?",
                       DB_ARGS(db_t(text), db_i(db_now(db)), db_i(id), db_i(db->learner)), id);
}

enum db_status db_note_delete(struct db *db, int64_t id)
{
    return change_note(db, "delete the note", "DELETE FROM note WHERE id = ? AND learner = ?",
                       DB_ARGS(db_i(id), db_i(db->learner)), id);
}

#define NOTES "SELECT id, owner, text, created, updated FROM note WHERE learner = ?"

enum db_status db_notes(struct db *db, const char *owner, json_t **ret)
{
    static const char reading[] = "read the notes";

    if (!owner)
        return db_rows(db, reading, ret, NOTES " ORDER BY id", DB_ARGS(db_i(db->learner)));
    return db_rows(db, reading, ret, NOTES " AND owner = ? ORDER BY id", DB_ARGS(db_i(db->learner), db_t(owner)));
}

enum db_status db_note_restore(struct db *db, const json_t *note)
{
    return db_write(db, "put the note back",
                    "INSERT INTO note (id, learner, owner, text, created, updated)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    DB_ARGS(db_i(json_integer_value(json_object_get(note, "id"))),
                            db_i(db->learner),
                            db_t(json_string_value(json_object_get(note, "owner"))),
                            db_t(json_string_value(json_object_get(note, "text"))),
                            db_i(json_integer_value(json_object_get(note, "created"))),
                            db_i(json_integer_value(json_object_get(note, "updated")))));
}

/* ---- Screen state and the log ----------------------------------------------------------- */

enum db_status db_state_put(struct db *db, const char *key, const json_t *value)
{
    static const char what[] = "store the screen's state";
    char *json;
    enum db_status status;

    if (!value)
        return db_write(db, what, "DELETE FROM ui_state WHERE key = ?", DB_ARGS(db_t(key)));
    status = db_dump_json(db, what, value, &json);
    if (status == DB_OK)
        status = db_write(db, what,
                          "INSERT INTO ui_state (key, value, updated) VALUES (?, ?, ?)"
                          " ON CONFLICT DO UPDATE SET value = excluded.value,"
                          " updated = excluded.updated",
                          DB_ARGS(db_t(key), db_t(json), db_i(db_now(db))));
    free(json);
    return status;
}

enum db_status db_state_get(struct db *db, const char *key, json_t **ret)
{
    json_t *row;
    enum db_status status =
        db_row(db, "read the screen's state", &row,
               "SELECT value AS \"value:json\" FROM ui_state WHERE key = ?", DB_ARGS(db_t(key)));

    if (status != DB_OK)
        return status;
    *ret = json_incref(json_object_get(row, "value"));
    json_decref(row);
    return DB_OK;
}

enum db_status db_event(struct db *db, const char *kind, const char *subject, const json_t *data)
{
    static const char what[] = "write the log";
    char *json;
    enum db_status status = db_dump_json(db, what, data, &json);

    if (status == DB_OK)
        status = db_write(
            db, what, "INSERT INTO event (at, kind, subject, data) VALUES (?, ?, ?, ?)",
            DB_ARGS(db_i(db_now(db)), db_t(kind), db_t(subject ? subject : ""), db_t(json)));
    free(json);
    return status;
}

enum db_status db_events(struct db *db, const char *kind, int limit, json_t **ret)
{
    return db_rows(db, "read the log", ret,
                   "SELECT id, at AS \"when\", kind, subject, data AS \"data:json\" FROM event"
                   " WHERE (?1 IS NULL OR kind = ?1) ORDER BY id DESC LIMIT ?2",
                   DB_ARGS(db_t(kind), db_i(limit)));
}
