/*
 * migrate.c: an older workbook, one version at a time, each step one transaction.
 *
 * Before the first step a verified copy is kept; it is taken while this process holds the write
 * lock, so it is exactly what the step starts from. Whatever goes wrong, the file stays as it was.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

static const char what[] = "upgrade the workbook";

static enum db_status check_references(struct db *db, int to)
{
    int64_t broken = 0;
    enum db_status status =
        db_int(db, what, &broken, "SELECT count(*) FROM pragma_foreign_key_check", NULL, 0);

    if (status == DB_OK && broken)
        status = db_fail(db, DB_ERROR,
                         "Ridge cannot upgrade %s to schema %d: %lld row%s would point to nothing. The workbook was "
                         "not changed. Please report this.",
                         db->path, to, (long long)broken, broken == 1 ? "" : "s");
    return status;
}

static enum db_status one_step(struct db *db, int64_t from)
{
    char version[48];
    int to = (int)from + 1;
    int rc = sqlite3_exec(db->sql, db_migrations[from], NULL, NULL, NULL);
    enum db_status status;

    if (rc != SQLITE_OK)
        return db_fail_sql(db, rc, what);
    if (sqlite3_get_autocommit(db->sql))
        return db_fail(db, DB_ERROR, "The step to schema %d ended its own transaction.", to);
    status = check_references(db, to);
    snprintf(version, sizeof version, "PRAGMA user_version = %d", to);
    return status == DB_OK ? db_run(db, what, version, NULL, 0) : status;
}

enum db_status db_migrate(struct db *db)
{
    static const char user_version[] = "PRAGMA user_version";
    char backup[DB_ERR_MAX / 2] = "";
    int64_t first = 0, from = 0;
    enum db_status status = db_int(db, what, &first, user_version, NULL, 0);

    if (status != DB_OK || first == DB_VERSION)
        return status;
    if (db->readonly)
        return db_fail(db, DB_READONLY,
                       "%s is from an older Ridge (schema %lld) and must be upgraded to %d before "
                       "it can be read, but it can't be written. Make the file and its directory "
                       "writable once.",
                       db->path, (long long)first, DB_VERSION);
    while (status == DB_OK && from < DB_VERSION) {
        status = db_write_begin(db, what);
        if (status != DB_OK)
            return status;
        /* another process may have done this step while we waited for the lock */
        status = db_int(db, what, &from, user_version, NULL, 0);
        if (status == DB_OK && from < DB_VERSION && !*backup)
            status = db_backup_before(db, (int)from, "upgrade", backup, sizeof backup);
        if (status == DB_OK && from < DB_VERSION)
            status = one_step(db, from++);
        status = db_write_end(db, what, status);
    }
    if (status == DB_OK && *backup)
        snprintf(db->notice, sizeof db->notice,
                 "%s was upgraded from schema %lld to %d. The file as it was is kept at %s.",
                 db->path, (long long)first, DB_VERSION, backup);
    return status;
}

enum db_status db_migrate_copy(struct db *db)
{
    int64_t from = 0;
    enum db_status status = db_int(db, what, &from, "PRAGMA user_version", NULL, 0);

    while (status == DB_OK && from < DB_VERSION) {
        status = db_write_begin(db, what);
        if (status == DB_OK)
            status = db_write_end(db, what, one_step(db, from++));
    }
    return status;
}
