/* connection.c: the settings of every connection, and what a connection says of its file. */
#include "internal.h"

#include <stdio.h>
#include <string.h>

int db_configure(sqlite3 *sql)
{
    sqlite3_extended_result_codes(sql, 1);
    sqlite3_busy_timeout(sql, DB_BUSY_MS);
    sqlite3_db_config(sql, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(sql, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(sql, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1, NULL);
    sqlite3_db_config(sql, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    sqlite3_db_config(sql, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    /* recursive_triggers: without it REPLACE deletes behind the append-only triggers' back;
     * EXTRA: FULL, and a rollback journal's deletion, which commits, is on disk too */
    return sqlite3_exec(sql,
                        "PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON;"
                        "PRAGMA recursive_triggers = ON; PRAGMA trusted_schema = OFF;"
                        "PRAGMA temp_store = MEMORY; PRAGMA synchronous = EXTRA",
                        NULL, NULL, NULL);
}

int db_pragma_int(sqlite3 *sql, const char *pragma, int64_t *ret)
{
    sqlite3_stmt *st = NULL;
    int rc = sqlite3_prepare_v2(sql, pragma, -1, &st, NULL);

    if (rc == SQLITE_OK && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        *ret = sqlite3_column_int64(st, 0);
        rc = SQLITE_OK;
    }
    sqlite3_finalize(st);
    return rc;
}

/* integrity_check reads every page and index; quick_check leaves the indexes out. */
bool db_sound(sqlite3 *sql, bool whole, char *why, size_t size)
{
    sqlite3_stmt *st = NULL;
    int64_t broken = 0;
    bool ok = false;
    int rc = sqlite3_prepare_v2(sql, whole ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)",
                                -1, &st, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(st, 0);

        ok = text && strcmp(text, "ok") == 0;
        snprintf(why, size, "%s", text ? text : "out of memory");
    } else {
        snprintf(why, size, "%s", sqlite3_errmsg(sql));
    }
    sqlite3_finalize(st);
    if (!ok || !whole)
        return ok;
    rc = db_pragma_int(sql, "SELECT count(*) FROM pragma_foreign_key_check", &broken);
    if (rc != SQLITE_OK || broken)
        snprintf(why, size, "%lld row%s to nothing", (long long)broken, broken == 1 ? " points" : "s point");
    return rc == SQLITE_OK && !broken;
}
