/* team.c: students who hand in together: who has a team of which name. */
#include "gradebook.h"
#include "internal.h"

static const char storing[] = "store the team";

/* Writes only what differs, so that a file read twice leaves one trace. */
static enum db_status put(struct db *db, int64_t id, const char *key, const char *name)
{
    enum db_status status = db_run(db, storing,
                                   "INSERT INTO team (student, name) SELECT ?1, ?2 WHERE ?2 <> ''"
                                   " OR EXISTS (SELECT 1 FROM team WHERE student = ?1)"
                                   " ON CONFLICT (student) DO UPDATE SET name = excluded.name"
                                   " WHERE name <> excluded.name",
                                   DB_ARGS(db_i(id), db_t(name)));
    json_t *data;

    if (status != DB_OK || sqlite3_changes(db->sql) == 0)
        return status;
    data = json_pack("{s:s}", "name", name);
    status = data ? db_audit_add(db, NULL, "team", key, data)
                  : db_fail(db, DB_ERROR, "Ridge cannot %s: out of memory, or a name that is not UTF-8.", storing);
    json_decref(data);
    return status;
}

enum db_status db_team_put(struct db *db, const char *key, const char *name)
{
    int64_t id = 0;
    enum db_status status = db_int(db, storing, &id, "SELECT id FROM student WHERE key = ?", DB_ARGS(db_t(key)));

    if (status == DB_NOTFOUND)
        return db_fail(db, DB_NOTFOUND, "There is no student with the key \"%s\" in %s.", key, db->path);
    if (status == DB_OK)
        status = db_write_begin(db, storing);
    if (status != DB_OK)
        return status;
    return db_write_end(db, storing, put(db, id, key, name ? name : ""));
}

enum db_status db_teams(struct db *db, json_t **ret)
{
    return db_rows(db, "read the teams", ret,
                   "SELECT t.student, s.key, s.name, t.name AS team FROM team t JOIN student s ON s.id = t.student"
                   " WHERE t.name <> '' ORDER BY t.name, s.key",
                   NULL, 0);
}
