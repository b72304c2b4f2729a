/*
 * check.c: everything that doctor wants to know about the workbook.
 */
#include "internal.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char checking[] = "check the workbook";

__attribute__((format(printf, 4, 5))) static void say(json_t *list, const char *check, bool ok,
                                                      const char *fmt, ...)
{
    char text[DB_ERR_MAX];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (!json_array_append_new(
            list, json_pack("{s:s, s:b, s:s}", "check", check, "ok", ok, "message", text)))
        return;
    for (char *p = text; *p; p++) /* a path need not be UTF-8 */
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    json_array_append_new(list,
                          json_pack("{s:s, s:b, s:s}", "check", check, "ok", ok, "message", text));
}

static bool check_pages(struct db *db, json_t *list)
{
    char why[256], backup[DB_ERR_MAX / 2];

    if (db_sound(db->sql, true, why, sizeof why)) {
        say(list, "pages", true, "every page, index and reference of %s is sound", db->path);
        return true;
    }
    if (db_backup_latest(db->path, backup, sizeof backup) == DB_OK)
        say(list, "pages", false, "%s is damaged: %s. The latest good backup is %s", db->path, why,
            backup);
    else
        say(list, "pages", false, "%s is damaged: %s. There is no good backup", db->path, why);
    return false;
}

/* Tables, indexes and triggers, word for word as a new workbook has them. */
static enum db_status check_schema(struct db *db, json_t *list)
{
    static const char names[] =
        "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name";
    struct db *model;
    json_t *have, *want = NULL;
    enum db_status status = db_rows(db, checking, &have, names, NULL, 0);

    if (status != DB_OK)
        return status;
    status = db_open("", DB_MEMORY, &model, NULL);
    if (status == DB_OK) {
        status = db_rows(model, checking, &want, names, NULL, 0);
        db_close(model);
    }
    if (status == DB_OK)
        say(list, "schema", json_equal(have, want),
            json_equal(have, want) ? "schema %d, all tables and triggers as they should be"
                                   : "tables, indexes or triggers differ from schema %d's: "
                                     "something else has changed the file",
            DB_VERSION);
    json_decref(have);
    json_decref(want);
    return status;
}

static enum db_status check_sources(struct db *db, json_t *list)
{
    sqlite3_stmt *st = NULL;
    unsigned char h[crypto_generichash_BYTES];
    long long n = 0, bad = 0;
    int rc = db_prepare(db, "SELECT hash, text FROM source", &st);

    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        rc = sqlite3_step(st);
        if (rc != SQLITE_ROW)
            break;
        n++;
        /* the hash is 32 bytes by a CHECK; text first, as blob() may move it */
        crypto_generichash(h, sizeof h, sqlite3_column_blob(st, 1),
                           (unsigned long long)sqlite3_column_bytes(st, 1), NULL, 0);
        bad += sqlite3_column_bytes(st, 0) != sizeof h ||
               memcmp(h, sqlite3_column_blob(st, 0), sizeof h) != 0;
    }
    sqlite3_finalize(st);
    if (rc != SQLITE_DONE)
        return db_fail_sql(db, rc, checking);
    say(list, "sources", bad == 0, "%lld source texts, %lld do not match their hash", n, bad);
    return DB_OK;
}

/* The table `passed` has each row that the results give, and no other. */
static enum db_status check_passed(struct db *db, json_t *list)
{
    int64_t differences = 0;
    enum db_status status =
        db_int(db, checking, &differences,
               "WITH want AS (SELECT a.learner, a.lab, m.milestone, a.lab_rev, m.stage,"
               "  min(a.id) AS attempt FROM attempt a JOIN milestone_result m ON m.attempt = a.id"
               "  WHERE a.impl = 'learner' AND m.status = 'PASS'"
               "  GROUP BY a.learner, a.lab, m.milestone, a.lab_rev, m.stage)"
               " SELECT (SELECT count(*) FROM (SELECT * FROM want EXCEPT SELECT * FROM passed))"
               "  + (SELECT count(*) FROM (SELECT * FROM passed EXCEPT SELECT * FROM want))"
               "  + (SELECT count(*) FROM partly p LEFT JOIN milestone_result m"
               "     ON m.attempt = p.attempt AND m.milestone = p.milestone"
               "     WHERE m.points IS NOT p.points)",
               NULL, 0);

    if (status == DB_OK)
        say(list, "progress", differences == 0,
            "%lld passed milestones differ from the attempts' results", (long long)differences);
    return status;
}

static enum db_status check_class(struct db *db, json_t *list)
{
    int64_t bad = 0, differ = 0;
    enum db_status status = db_check_class(db, &bad, &differ);

    if (status != DB_OK)
        return status;
    if (bad)
        say(list, "audit", false,
            "row %lld of the audit is missing, changed or out of place: something else has changed "
            "the file. Compare with a backup",
            (long long)bad);
    else
        say(list, "audit", true, "every row of the audit follows from the one before");
    say(list, "grades", differ == 0,
        "students, assignments, submissions, gradings, adjustments or reports that differ from the audit: %lld",
        (long long)differ);
    return DB_OK;
}

static void check_files(struct db *db, json_t *list)
{
    char dir[PATH_MAX], backup[PATH_MAX];
    struct stat file, folder;

    snprintf(dir, sizeof dir, "%s", db->path);
    *strrchr(dir, '/') = '\0';
    if (stat(db->path, &file) || stat(*dir ? dir : "/", &folder)) {
        say(list, "file", false, "%s is no longer there, though it is open", db->path);
        return;
    }
    say(list, "file", (file.st_mode & 077) == 0 && (folder.st_mode & 022) == 0,
        "%s is %.1f MB, mode %03o in a directory of mode %03o%s", db->path,
        (double)file.st_size / 1e6, file.st_mode & 0777, folder.st_mode & 0777,
        (file.st_mode & 077) || (folder.st_mode & 022) ? ": others can get at it; chmod 600, 700"
                                                       : "");
    say(list, "disk", !db->network, "%s",
        db->network ? "a network or shared file system: rollback journal, one machine at a time"
                    : "a local file system");
    if (db_backup_latest(db->path, backup, sizeof backup) == DB_OK && stat(backup, &file) == 0)
        say(list, "backup", true, "the latest good one is %s, %.1f days old", backup,
            (double)(time(NULL) - file.st_mtime) / 86400);
    else
        say(list, "backup", false, "there is no backup in %s.backups", db->path);
}

enum db_status db_check(struct db *db, json_t **ret)
{
    json_t *list = json_array();
    enum db_status status = DB_OK;

    if (!list)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: out of memory.", checking);
    if (check_pages(db, list)) { /* on broken pages the other checks would only fail */
        status = check_schema(db, list);
        if (status == DB_OK)
            status = check_sources(db, list);
        if (status == DB_OK)
            status = check_passed(db, list);
        if (status == DB_OK)
            status = check_class(db, list);
    }
    if (status == DB_OK && strcmp(db->path, ":memory:") != 0)
        check_files(db, list);
    if (status == DB_OK)
        *ret = list;
    else
        json_decref(list);
    return status;
}
