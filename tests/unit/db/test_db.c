/*
 * test_db.c: the workbook, in fair weather and foul.
 *
 * Every test has a directory of its own. What has to die, to run as somebody else or to see a full
 * disk does so in a forked child, which reports by its exit status.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "own_folder.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* In a child: cr_assert() belongs to the parent. */
#define MUST(cond)                                                                                 \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #cond, err.text);              \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

/* ---- Tools ------------------------------------------------------------------------------ */

/* One attempt with all that hangs on one: 2 files, 3 milestones, 3 samples, a counter, a case, a curve. */
static enum db_status insert(struct db *db, int64_t *id)
{
    static const char text[] =
        "{\"milestones\":[{\"id\":\"correct\",\"kind\":\"correct\",\"status\":\"PASS\"},"
        "{\"id\":\"profile\",\"status\":\"FAIL\"},{\"id\":\"perf\",\"status\":\"PENDING\"}],"
        "\"measurements\":[{\"bench\":\"packed\",\"samples\":[[1,2],[3,4],[5,6]]}],"
        "\"counters\":[{\"name\":\"l1_miss\",\"value\":7}],\"cases\":[{\"status\":\"FAIL\"}],"
        "\"curves\":[{\"id\":\"loss\",\"n\":3,\"bad\":0,\"points\":[3,2,1]}]}";
    const struct db_file files[] = {{"gemm.c", "int gemm;\n", 10}, {"inc/tile.h", "", 0}};
    const struct db_attempt a = {.lab = "c01", .lab_rev = 1, .status = "PASS", .points = 5};
    json_t *report = json_loads(text, 0, NULL);
    enum db_status status = db_attempt_insert(db, &a, files, LEN(files), report, id);

    json_decref(report);
    return status;
}

/* All that db_check() has to say against the workbook, files and backups aside. */
static bool sound(struct db *db)
{
    json_t *list = NULL;
    bool ok = db_check(db, &list) == DB_OK;

    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *row = json_array_get(list, k);
        const char *what = text_at(row, "check");

        if (!json_is_true(json_object_get(row, "ok")) && !strstr("backup file disk", what)) {
            snprintf(err.text, sizeof err.text, "%s: %s", what, text_at(row, "message"));
            ok = false;
        }
    }
    json_decref(list);
    return ok;
}

static char *slurp(const char *file, size_t *n)
{
    FILE *f = fopen(file, "rb");
    char *bytes = calloc(1, 1 << 22);

    *n = f ? fread(bytes, 1, 1 << 22, f) : 0;
    if (f)
        fclose(f);
    return bytes;
}

static void spill(const char *file, const void *bytes, size_t n)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    cr_assert(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
    close(fd);
}

static int status_of(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- Opening ---------------------------------------------------------------------------- */

TestSuite(db, .init = enter, .fini = leave, .timeout = 120);

Test(db, new_workbook_is_private_and_whole)
{
    struct stat st;
    struct db *db;

    snprintf(path, sizeof path, "%s/a/b/ridge.db", dir);
    cr_assert_eq(db_open(path, 0, &db, &err), DB_NOTFOUND);
    db = must_open(DB_CREATE);
    db_close(db);
    cr_assert_eq(chmod(path, 0644), 0);
    db = must_open(0);
    cr_assert(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
    snprintf(path, sizeof path, "%s/a", dir);
    cr_assert(stat(path, &st) == 0 && (st.st_mode & 0777) == 0700);
    cr_assert_null(db_notice(db));
    cr_assert(sound(db), "%s", err.text);
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM pragma_journal_mode"
                                 " WHERE journal_mode = 'wal'"),
                 1);
    cr_assert_eq(number(db->sql, "PRAGMA synchronous"), 3);
    cr_assert_eq(number(db->sql, "PRAGMA foreign_keys"), 1);
    cr_assert_eq(number(db->sql, "PRAGMA busy_timeout"), 10000);
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM pragma_table_list WHERE schema = 'main'"
                                 " AND name NOT LIKE 'sqlite%' AND NOT strict"),
                 0);
    db_close(db);
    db_close(NULL);
}

enum damage { EMPTY, GARBAGE, HALF, SHORT, BYTES_99, MAGIC, OTHER_ID, NO_ID, VERSION, VERSION_0 };

static void damage(enum damage how)
{
    static const char *const sql[] = {[OTHER_ID] = "PRAGMA application_id = 7",
                                      [NO_ID] = "PRAGMA application_id = 0",
                                      [VERSION] = "PRAGMA user_version = 1000",
                                      [VERSION_0] = "PRAGMA user_version = 0"};
    size_t n;
    sqlite3 *raw;
    char *bytes;

    if (how >= OTHER_ID) {
        sqlite3_open(path, &raw);
        cr_assert_eq(sqlite3_exec(raw, sql[how], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(raw);
        return;
    }
    bytes = slurp(path, &n);
    if (how == MAGIC)
        bytes[3] ^= 0x10;
    if (how == GARBAGE)
        memset(bytes, 'x', n);
    spill(path, bytes,
          how == EMPTY      ? 0
          : how == HALF     ? n / 2
          : how == SHORT    ? n - 1
          : how == BYTES_99 ? 99
                            : n);
    free(bytes);
}

Test(db, what_is_no_sound_workbook_is_refused_and_left_alone)
{
    static const struct {
        const char *name;
        enum damage how;
        enum db_status want;
        const char *says;
    } row[] = {
        {"empty", EMPTY, DB_CORRUPT, "is empty"},
        {"garbage", GARBAGE, DB_CORRUPT, "not an SQLite database"},
        {"half of it", HALF, DB_CORRUPT, "damaged"},
        {"one byte short", SHORT, DB_CORRUPT, "damaged"},
        {"99 bytes", BYTES_99, DB_CORRUPT, "damaged"},
        {"broken magic", MAGIC, DB_CORRUPT, "not an SQLite database"},
        {"another program's", OTHER_ID, DB_FOREIGN, "not a Ridge workbook"},
        {"no program's", NO_ID, DB_FOREIGN, "not a Ridge workbook"},
        {"newer", VERSION, DB_NEWER, "Update Ridge"},
        {"no version", VERSION_0, DB_CORRUPT, "without its tables"},
    };
    static const unsigned flags[] = {DB_CREATE, 0, DB_RDONLY};
    char backups[160], good[256];

    snprintf(backups, sizeof backups, "%s.backups", path);
    for (size_t k = 0; k < LEN(row) * 2; k++) {
        const size_t r = k / 2;
        const bool with_backup = k % 2;
        struct db *db = must_open(DB_CREATE), *unset = (struct db *)1;
        char *before, *after;
        size_t n, m;

        OK(insert(db, NULL));
        if (with_backup)
            OK(db_backup_keep(db, 0));
        db_close(db);
        damage(row[r].how);
        before = slurp(path, &n);
        for (size_t f = 0; f < LEN(flags); f++) {
            cr_assert_eq(db_open(path, flags[f], &unset, &err), row[r].want, "%s: %s",
                         row[r].name, err.text);
            cr_assert_eq(unset, (struct db *)1);
            cr_assert(strstr(err.text, row[r].says) && strstr(err.text, path), "%s: %s", row[r].name, err.text);
            if (row[r].want != DB_NEWER)
                cr_assert_eq(!!strstr(err.text, "/ridge.db.backups/"), with_backup, "%s", err.text);
        }
        after = slurp(path, &m);
        cr_assert(n == m && memcmp(before, after, n) == 0, "%s: changed", row[r].name);
        free(before);
        free(after);
        if (with_backup && row[r].want != DB_NEWER) { /* the way back, as the message tells it */
            cr_assert_eq(db_backup_latest(path, good, sizeof good), DB_OK);
            before = slurp(good, &n);
            spill(path, before, n);
            free(before);
            db = must_open(0);
            cr_assert_eq(number(db->sql, "SELECT count(*) FROM attempt"), 1);
            db_close(db);
        }
        leave();
        cr_assert_eq(mkdir(dir, 0700), 0);
    }
}

Test(db, odd_paths)
{
    struct db *db;

    cr_assert_eq(db_open(dir, DB_CREATE, &db, &err), DB_FOREIGN, "%s", err.text);
    cr_assert_eq(db_open("", DB_CREATE, &db, &err), DB_ERROR, "%s", err.text);
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_assert_eq(db_open(path, DB_CREATE, &db, &err), DB_FOREIGN, "%s", err.text);
    remove(path);
    cr_assert_eq(symlink("nowhere", path), 0);
    cr_assert_eq(db_open(path, DB_CREATE, &db, &err), DB_NOTFOUND, "%s", err.text);
    remove(path);
    spill(path, "x", 1);
    snprintf(path + strlen(path), 16, "/ridge.db");
    cr_assert_eq(db_open(path, DB_CREATE, &db, &err), DB_ERROR, "%s", err.text);

    /* relative, with what URIs and shells find special; a link to it is as good */
    cr_assert_eq(chdir(dir), 0);
    cr_assert_eq(db_open("file:a?b#c%20'd.db", DB_CREATE, &db, &err), DB_OK, "%s", err.text);
    OK(insert(db, NULL));
    db_close(db);
    cr_assert_eq(symlink("file:a?b#c%20'd.db", "link.db"), 0);
    cr_assert_eq(db_open("link.db", 0, &db, &err), DB_OK, "%s", err.text);
    cr_assert(strstr(db_path(db), "/file:a?b#c%20'd.db"));
    OK(db_backup(db, "copy.db"));
    OK(db_backup_keep(db, 0));
    IS(DB_ERROR, db_backup(db, "copy.db"));
    db_close(db);
    cr_assert_eq(access("link.db-wal", F_OK), -1);
    cr_assert_eq(truncate("link.db", 0), 0);
    cr_assert_eq(db_open("link.db", 0, &db, &err), DB_CORRUPT);
    cr_assert(strstr(err.text, "/file:a?b#c%20'd.db.backups/"), "%s", err.text);
}

Test(db, a_journal_without_its_database_is_set_aside)
{
    static const char left[] = "all that is left";
    char wal[160], *bytes;
    struct db *db;
    glob_t found;
    size_t n;

    snprintf(wal, sizeof wal, "%s-wal", path);
    spill(wal, left, sizeof left);
    db = must_open(DB_CREATE);
    cr_assert(sound(db), "%s", err.text);
    db_close(db);
    snprintf(wal, sizeof wal, "%s-wal.orphan-*", path);
    cr_assert(glob(wal, 0, NULL, &found) == 0 && found.gl_pathc == 1);
    bytes = slurp(found.gl_pathv[0], &n);
    cr_assert(n == sizeof left && memcmp(bytes, left, n) == 0);
    free(bytes);
    globfree(&found);
}

Test(db, network_file_systems_get_a_rollback_journal)
{
    static const struct {
        long type;
        bool network;
    } row[] = {{0x6969, true},     {0xff534d42, true},  {(int)0xff534d42, true},
               {0x0bd00bd0, true}, {0x01021997, true},  {0x65735546, true},
               {0xef53, false},    {0x58465342, false}, {0x01021994, false},
               {0x9123683e, false}};
    struct db *db = must_open(DB_CREATE);

    for (size_t k = 0; k < LEN(row); k++)
        cr_assert_eq(db_network_fs(row[k].type), row[k].network, "%lx", row[k].type);
    for (int k = 0; k < 4; k++) { /* a WAL file that moves to NFS, and back */
        OK(insert(db, NULL));
        db_close(db);
        db = must_open(k % 2 ? 0 : DB_ROLLBACK);
        cr_assert_eq(number(db->sql, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"),
                     k % 2);
        cr_assert(sound(db), "%s", err.text);
    }
    db_close(db);
}

/* ---- Upgrading -------------------------------------------------------------------------- */

/* What a text was ticked with stood among its parameters, and all of the rubric was a pass. */
static void its_texts_are_ticked_and_no_pass(struct db *db, int version)
{
    bool moved = version >= 2 && version < 14;

    cr_assert_eq(number(db->sql, "SELECT count(*) FROM answer WHERE id = 5 AND status = 'PENDING' AND text = 'since'"),
                 moved);
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM rubric_tick WHERE answer = 5 AND who = 'self' AND ticked"
                                 " AND at = 9 AND item IN (1, 3)"),
                 moved ? 2 : 0);
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM rubric_tick"), moved ? 2 : 0);
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM answer WHERE status = 'PASS'"), moved ? 1 : version >= 2 ? 2 : 0);
    cr_assert(version < 2 || sqlite3_exec(db->sql, "UPDATE answer SET status = 'PASS'", NULL, NULL, NULL) != SQLITE_OK);
}

static void its_answers_are_of_no_known_revision(struct db *db, int version)
{
    json_t *got;

    cr_assert_eq(number(db->sql, "SELECT count(*) FROM answer WHERE id = 4 AND question = 'q' AND params = '{\"n\":2}'"
                                 " AND text = '4 GiB' AND status = 'PASS' AND at = 9 AND lab_rev IS NULL"),
                 version >= 2);
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM review WHERE id = 6 AND owner = 'c01' AND grade = 3"
                                 " AND stability = 2.5 AND due = 500 AND lab_rev IS NULL"),
                 version >= 4);
    OK(db_answer_put(db, "c01", 3, "q", NULL, "5 GiB", "FAIL", NULL));
    OK(db_answer_latest(db, "c01", "q", &got));
    cr_assert_eq(int_at(got, "rev"), 3);
    json_decref(got);
}

Test(db, every_older_version_is_upgraded_with_its_data)
{
    char backups[160];
    glob_t found;

    for (int v = 1; v < DB_VERSION; v++) {
        struct db *db;
        sqlite3 *copy;
        json_t *got;

        cr_assert(book_make_old(path, v, 7), "%s", book_why());
        cr_assert_eq(db_open(path, DB_RDONLY, &db, &err), DB_READONLY, "%s", err.text);
        db = must_open(0);
        cr_assert(strstr(db_notice(db), "upgraded from schema"), "%s", db_notice(db));
        cr_assert_eq(number(db->sql, "PRAGMA user_version"), DB_VERSION);
        cr_assert(sound(db), "version %d: schema or data differ from a new workbook's", v);
        cr_assert_eq(number(db->sql, "SELECT seed FROM learner"), 77);
        cr_assert_eq(number(db->sql, "SELECT count(*) FROM card WHERE due = 500 AND stability = 2.5"),
                     v == 2 || v == 3);
        OK(db_attempt_get(db, 7, &got));
        cr_assert_eq(int_at(json_object_get(got, "report"), "n"), 7);
        json_decref(got);
        OK(db_lab_progress(db, "c01", &got));
        cr_assert_eq(int_at(got, "attempts"), 3);
        cr_assert_eq(int_at(json_array_get(json_object_get(got, "passed"), 0), "attempt"), 1);
        json_decref(got);
        its_texts_are_ticked_and_no_pass(db, v);
        its_answers_are_of_no_known_revision(db, v);
        OK(insert(db, NULL));
        db_close(db);

        snprintf(backups, sizeof backups, "%s.backups/*-v%d-upgrade.db", path, v);
        cr_assert(glob(backups, 0, NULL, &found) == 0 && found.gl_pathc == 1);
        cr_assert_eq(sqlite3_open(found.gl_pathv[0], &copy), SQLITE_OK);
        cr_assert_eq(number(copy, "PRAGMA user_version"), v);
        cr_assert_eq(number(copy, "SELECT count(*) FROM attempt"), 7);
        sqlite3_close(copy);
        globfree(&found);
        db = must_open(0);
        cr_assert_null(db_notice(db));
        db_close(db);
        remove(path);
    }
}

Test(db, a_failed_upgrade_changes_nothing)
{
    static const struct {
        const char *sql, *table, *made; /* made: a table that the failing step makes before, if any */
    } in_the_way[DB_VERSION] = { [1] = { "CREATE TABLE ui_state (x)", "ui_state", "passed" },
                                 [2] = { "CREATE TABLE audit (x)", "audit", "student" },
                                 [3] = { "CREATE TABLE review (x)", "review", "card" },
                                 [4] = { "CREATE TABLE attempt_by_time (x)", "attempt_by_time", "" },
                                 [5] = { "CREATE TABLE event_by_time (x)", "event_by_time", "audit_by_subject" },
                                 [6] = { "CREATE TABLE adjustment_by_student (x)", "adjustment_by_student",
                                         "adjustment" },
                                 [7] = { "CREATE TABLE lost_lease (x)", "lost_lease", "" },
                                 [8] = { "CREATE TABLE answer_old (x)", "answer_old", "review_old" },
                                 [9] = { "CREATE TABLE submission_clock (x)", "submission_clock", "" },
                                 [10] = { "CREATE TABLE team (x)", "team", "remark" },
                                 [11] = { "CREATE TABLE partly (x)", "partly", "" },
                                 [12] = { "CREATE TABLE curve (x)", "curve", "" },
                                 [13] = { "CREATE TABLE rubric_tick (x)", "rubric_tick", "" },
                                 [14] = { "CREATE TABLE sitting (x)", "sitting", "" } };
    char made[128];
    struct db *db;
    sqlite3 *raw;

    for (int v = 1; v < DB_VERSION; v++) {
        cr_assert(book_make_old(path, v, 3), "%s", book_why());
        sqlite3_open(path, &raw);
        sqlite3_exec(raw, in_the_way[v].sql, NULL, NULL, NULL);
        sqlite3_close(raw);
        cr_assert_eq(db_open(path, 0, &db, &err), DB_ERROR);
        cr_assert(strstr(err.text, in_the_way[v].table) && strstr(err.text, "Nothing was stored"), "%s", err.text);
        sqlite3_open(path, &raw);
        cr_assert_eq(number(raw, "PRAGMA user_version"), v);
        cr_assert_eq(number(raw, "SELECT count(*) FROM attempt"), 3);
        snprintf(made, sizeof made, "SELECT count(*) FROM sqlite_schema WHERE name = '%s'",
                 in_the_way[v].made);
        cr_assert_eq(number(raw, made), 0);
        sqlite3_close(raw);
        remove(path);
    }
}

Test(db, an_upgrade_killed_anywhere_or_run_twice_at_once_ends_well)
{
    for (int round = 0; round < 12; round++) {
        struct db *db;
        pid_t child[2];

        cr_assert(book_make_old(path, 1, 3000), "%s", book_why());
        for (int k = 0; k < 2; k++)
            if ((child[k] = fork()) == 0) {
                MUST(db_open(path, 0, &db, &err) == DB_OK);
                db_close(db);
                _exit(0);
            }
        if (round > 1) { /* the first two rounds run through */
            usleep((useconds_t)round * 3000);
            kill(child[0], SIGKILL);
            kill(child[1], SIGKILL);
        }
        for (int k = 0, s; k < 2; k++)
            cr_assert((s = status_of(child[k])) == 0 || (round > 1 && s == 128 + SIGKILL));
        db = must_open(0);
        cr_assert(sound(db), "%s", err.text);
        cr_assert_eq(number(db->sql, "SELECT count(*) FROM attempt"), 3000);
        cr_assert_eq(number(db->sql, "SELECT count(*) FROM passed"), 3);
        db_close(db);
        leave();
        cr_assert_eq(mkdir(dir, 0700), 0);
    }
}

/* ---- Facts ------------------------------------------------------------------------------ */

Test(db, facts_are_only_ever_added)
{
    static const char *const table[] = {"source",           "attempt",     "attempt_file", "report",
                                        "milestone_result", "passed",      "measurement",  "sample",
                                        "counter",          "case_result", "event",        "answer",
                                        "hint_taken",       "reveal",      "review",       "curve"};
    static const char *const more[] = {"UPDATE learner SET seed = 1",
                                       "DELETE FROM learner",
                                       "DELETE FROM prediction",
                                       "UPDATE prediction SET value = 1",
                                       "UPDATE prediction SET measured = 2",
                                       "UPDATE attempt SET points = 100",
                                       "INSERT OR REPLACE INTO report VALUES (1, '{}')",
                                       "UPDATE OR REPLACE sample SET n = 1",
                                       "INSERT INTO report VALUES (99, '{}')"};
    struct db *db = must_open(DB_CREATE);
    char sql[160];

    OK(insert(db, NULL));
    OK(db_prediction_put(db, "c01", "flops", "flops", 5, NULL, "FLOP", NULL));
    OK(db_prediction_measure(db, "c01", "flops", 1, 4, NULL));
    OK(db_answer_put(db, "w01", 0, "q1", NULL, "4", "PASS", NULL));
    OK(db_hint_take(db, "c01", "1"));
    OK(db_reveal_put(db, "c01", "passed"));
    OK(db_event(db, "open", "c01", NULL));
    OK(db_review_put(db, &(struct db_review){.kind = "concept", .owner = "w01", .key = "k", .grade = 3,
                                             .stability = 1, .difficulty = 5}));
    for (size_t k = 0; k < LEN(table); k++) {
        snprintf(sql, sizeof sql, "DELETE FROM %s", table[k]);
        cr_assert_eq(sqlite3_exec(db->sql, sql, NULL, NULL, NULL) & 0xff, SQLITE_CONSTRAINT, "%s",
                     sql);
        snprintf(sql, sizeof sql, "UPDATE %s SET rowid = rowid", table[k]);
        if (sqlite3_exec(db->sql, sql, NULL, NULL, NULL) == SQLITE_ERROR) { /* has no rowid */
            snprintf(sql, sizeof sql, "UPDATE %s SET %s = 9", table[k],
                     strcmp(table[k], "sample") == 0 ? "measurement"
                     : strstr("passed hint_taken "
                              "reveal",
                              table[k])
                         ? "learner"
                         : "attempt");
            sqlite3_exec(db->sql, sql, NULL, NULL, NULL);
        }
        cr_assert(strstr(sqlite3_errmsg(db->sql), "append-only"), "%s: %s", sql,
                  sqlite3_errmsg(db->sql));
    }
    for (size_t k = 0; k < LEN(more); k++)
        cr_assert_eq(sqlite3_exec(db->sql, more[k], NULL, NULL, NULL) & 0xff, SQLITE_CONSTRAINT,
                     "%s", more[k]);
    cr_assert(sound(db), "%s", err.text);
    db_close(db);
}

/* ---- Foul weather ----------------------------------------------------------------------- */

/* Attempts that are all there, with all that hangs on each; -1 if one is not. */
static int64_t whole_attempts(struct db *db)
{
    int64_t n = number(db->sql, "SELECT count(*) FROM attempt"),
            parts[7] = {number(db->sql, "SELECT count(*) / 2 FROM attempt_file"),
                        number(db->sql, "SELECT count(*) FROM report"),
                        number(db->sql, "SELECT count(*) / 3 FROM milestone_result"),
                        number(db->sql, "SELECT count(*) / 3 FROM sample"),
                        number(db->sql, "SELECT count(*) FROM counter"),
                        number(db->sql, "SELECT count(*) FROM case_result"),
                        number(db->sql, "SELECT count(*) FROM curve WHERE json_array_length(points) = steps")};

    for (size_t k = 0; k < LEN(parts); k++)
        if (parts[k] != n)
            return -1;
    return n;
}

/* Runs `body` in a child that is nobody, so that modes count even where root runs the tests. */
static int as_nobody(void (*body)(void))
{
    pid_t child = fork();

    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) || setuid(65534)))
            _exit(99);
        body();
        _exit(0);
    }
    return status_of(child);
}

static void read_only_body(void)
{
    struct db *db;
    json_t *got;
    char copy[160];

    MUST(db_open(path, DB_CREATE, &db, &err) == DB_READONLY);
    MUST(strstr(err.text, path) && strstr(err.text, "--home"));
    MUST(db_open(path, DB_RDONLY, &db, &err) == DB_OK);
    MUST(db_is_readonly(db) && whole_attempts(db) == 2 && sound(db));
    MUST(db_lab_progress(db, "c01", &got) == DB_OK);
    json_decref(got);
    MUST(insert(db, NULL) == DB_READONLY && strstr(db_error(db), "not stored"));
    MUST(db_state_put(db, "x", NULL) == DB_READONLY);
    MUST(db_backup_keep(db, 0) == DB_READONLY);
    snprintf(copy, sizeof copy, "%s/copy.db", dir);
    MUST(access(copy, F_OK) || remove(copy) == 0);
    db_close(db);
}

static void no_home_body(void)
{
    struct db *db;
    char lost[160];

    snprintf(lost, sizeof lost, "%s/new/ridge.db", dir);
    MUST(db_open(lost, DB_CREATE, &db, &err) == DB_READONLY);
    MUST(strstr(err.text, "/new") && strstr(err.text, "--home"));
}

Test(db, a_read_only_home_is_read_and_nothing_lost)
{
    struct db *db = must_open(DB_CREATE);

    OK(insert(db, NULL));
    OK(insert(db, NULL));
    db_close(db);
    /* file mode, directory mode */
    const mode_t row[][2] = {{0444, 0777}, {0444, 0555}, {0666, 0555}};
    for (size_t k = 0; k < LEN(row); k++) {
        for (size_t j = 0; j < 2; j++) { /* nobody's, from the row before */
            snprintf(err.text, sizeof err.text, "%s%s", path, j ? "-wal" : "-shm");
            unlink(err.text);
        }
        cr_assert(chmod(path, row[k][0]) == 0 && chmod(dir, row[k][1]) == 0);
        cr_assert_eq(as_nobody(read_only_body), 0, "row %zu", k);
    }
    cr_assert_eq(as_nobody(no_home_body), 0);
    cr_assert(chmod(dir, 0700) == 0 && chmod(path, 0600) == 0);
    db = must_open(0);
    cr_assert_eq(whole_attempts(db), 2);
    db_close(db);
}

static void fill_up(const char *file)
{
    static const char zeros[4096];
    int fd = open(file, O_WRONLY | O_CREAT, 0600);

    while (write(fd, zeros, sizeof zeros) > 0 || write(fd, zeros, 1) > 0)
        ;
    close(fd);
}

/* In a mount name space of its own, on a disk of 4 MiB. 77: not allowed here. */
static int on_a_small_disk(void)
{
    char ballast[160];
    struct db *db, *reader;
    int64_t stored = 0;
    static char zeros[1 << 20];

    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        mount("none", dir, "tmpfs", 0, "size=4m,mode=0700"))
        return 77;
    snprintf(ballast, sizeof ballast, "%s/ballast", dir);
    spill(ballast, zeros, sizeof zeros);
    MUST(db_open(path, DB_CREATE, &db, &err) == DB_OK);
    while (insert(db, NULL) == DB_OK)
        stored++;
    snprintf(err.text, sizeof err.text, "%s", db_error(db));
    MUST(stored > 20 && strstr(err.text, "is full") && strstr(err.text, "Free some space"));
    for (int k = 0; k < 5; k++)
        MUST(insert(db, NULL) == DB_FULL);
    MUST(whole_attempts(db) == stored);
    MUST(db_backup_keep(db, 0) == DB_FULL); /* and leaves no half copy in the way */
    MUST(db_open(path, DB_RDONLY, &reader, &err) == DB_OK);
    MUST(whole_attempts(reader) == stored);
    db_close(reader);
    db_close(db);
    MUST(db_open(path, DB_RDONLY, &reader, &err) == DB_OK);
    MUST(whole_attempts(reader) == stored);
    db_close(reader);
    MUST(unlink(ballast) == 0);
    MUST(db_open(path, 0, &db, &err) == DB_OK);
    MUST(whole_attempts(db) == stored && sound(db));
    MUST(insert(db, NULL) == DB_OK && whole_attempts(db) == stored + 1);
    db_close(db);

    /* a disk with no room for a new workbook gets none, not half of one */
    snprintf(path, sizeof path, "%s/other.db", dir);
    fill_up(ballast);
    MUST(db_open(path, DB_CREATE, &db, &err) == DB_FULL);
    MUST(access(path, F_OK) == -1);

    /* and one with no room for the backup before an upgrade leaves the old one as it was */
    MUST(unlink(ballast) == 0);
    MUST(book_make_old(path, 1, 3));
    fill_up(ballast);
    MUST(db_open(path, 0, &db, &err) == DB_FULL);
    MUST(unlink(ballast) == 0);
    MUST(db_open(path, 0, &db, &err) == DB_OK);
    MUST(number(db->sql, "SELECT count(*) FROM attempt") == 3 && sound(db));
    db_close(db);
    return 0;
}

Test(db, a_full_disk_loses_nothing)
{
    struct db *db;
    pid_t child = fork();
    int status, stored = 0;

    if (child == 0)
        _exit(on_a_small_disk());
    status = status_of(child);
    cr_assert(status == 0 || status == 77, "status %d", status);

    /* where no disk can be mounted: SQLite's own idea of full */
    db = must_open(DB_CREATE);
    sqlite3_exec(db->sql, "PRAGMA max_page_count = 120", NULL, NULL, NULL);
    while (insert(db, NULL) == DB_OK)
        stored++;
    IS(DB_FULL, insert(db, NULL));
    cr_assert_eq(whole_attempts(db), stored);
    cr_assert(sound(db), "%s", err.text);
    sqlite3_exec(db->sql, "PRAGMA max_page_count = 100000", NULL, NULL, NULL);
    OK(insert(db, NULL));
    db_close(db);
}

/* Shared with the children: how many attempts each was told are stored. */
static volatile int *tally(void)
{
    void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    cr_assert_neq(p, MAP_FAILED);
    return p;
}

static pid_t writer(volatile int *told, int max, unsigned flags)
{
    pid_t child = fork();
    struct db *db;

    if (child)
        return child;
    MUST(db_open(path, flags, &db, &err) == DB_OK);
    while (*told < max) {
        enum db_status status = insert(db, NULL);

        snprintf(err.text, sizeof err.text, "%s", db_error(db));
        MUST(status == DB_OK);
        ++*told;
    }
    db_close(db);
    _exit(0);
}

Test(db, a_killed_writer_loses_nothing_it_was_told_is_stored)
{
    volatile int *told = tally();
    struct db *db = must_open(DB_CREATE);

    db_close(db);
    for (int round = 0; round < 20; round++) {
        pid_t child[2] = {writer(&told[0], INT_MAX, round % 5 ? 0 : DB_ROLLBACK), 0};

        child[1] = writer(&told[1], INT_MAX, round % 5 ? 0 : DB_ROLLBACK);
        usleep((useconds_t)(15000 + round * 1700));
        for (int w = 0; told[0] + told[1] < 2 * (round + 1) && w < 10000; w++)
            usleep(1000); /* a busy machine: kill them when there is something to lose */
        for (int k = 0; k < 2; k++) {
            kill(child[k], SIGKILL);
            cr_assert_eq(status_of(child[k]), 128 + SIGKILL);
        }
        db = must_open(0);
        cr_assert(sound(db), "%s", err.text);
        cr_assert_geq(whole_attempts(db), told[0] + told[1]);
        cr_assert_leq(whole_attempts(db), told[0] + told[1] + 2 * (round + 1));
        db_close(db);
    }
    cr_assert_gt(told[0] + told[1], 20);
}

Test(db, two_writers_and_a_screen_at_once)
{
    static const unsigned flags[] = {0, DB_ROLLBACK};

    for (size_t f = 0; f < LEN(flags); f++) {
        volatile int *told = tally();
        struct db *db = must_open(DB_CREATE | flags[f]);
        int64_t before = whole_attempts(db);
        pid_t child[2];

        for (int k = 0; k < 2; k++)
            child[k] = writer(&told[k], 60, flags[f]);
        while (told[0] + told[1] < 120) { /* the TUI, meanwhile: reads, and keeps its own state */
            OK(db_read_begin(db, "read"));
            cr_assert_geq(whole_attempts(db), 0);
            db_read_end(db);
            OK(db_event(db, "screen", "home", NULL));
            usleep(1000);
        }
        for (int k = 0; k < 2; k++)
            cr_assert_eq(status_of(child[k]), 0);
        cr_assert_eq(whole_attempts(db), before + 120);
        cr_assert(db_changed(db));
        cr_assert_not(db_changed(db));
        cr_assert(sound(db), "%s", err.text);
        db_close(db);
    }
}

Test(db, a_child_may_not_use_its_parents_handle)
{
    struct db *db = must_open(DB_CREATE);
    pid_t child = fork();
    json_t *got;

    if (child == 0) {
        MUST(insert(db, NULL) == DB_ERROR && db_attempts(db, NULL, 1, &got) == DB_ERROR);
        MUST(!db_changed(db));
        db_close(db);
        _exit(0);
    }
    cr_assert_eq(status_of(child), 0);
    OK(insert(db, NULL));
    cr_assert(sound(db), "%s", err.text);
    db_close(db);
}

/* ---- A long history --------------------------------------------------------------------- */

static double milliseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Times are told, not judged: this machine may be busy. */
Test(db, a_hundred_thousand_attempts_stay_quick)
{
    struct db *db = must_open(DB_CREATE);
    double t;
    json_t *got;

    sqlite3_exec(db->sql,
                 "BEGIN IMMEDIATE;"
                 "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 100000)"
                 " INSERT INTO attempt SELECT i, 1, 'lab' || (i % 104), 1 + i / 50001, 'cpu',"
                 "  'learner', 'test', i, 20, iif(i % 7, 'FAIL', 'PASS'), i % 101, 100, '',"
                 "  zeroblob(32), 0, '' FROM n;"
                 "INSERT INTO report SELECT id, '{}' FROM attempt;"
                 "INSERT INTO milestone_result SELECT a.id, m.value, 'm' || m.value, 'correct',"
                 "  iif(m.value < 3, 'PASS', a.status), '', 1, 1, '', '' FROM attempt a"
                 "  JOIN json_each('[0,1,2,3,4]') m;"
                 "INSERT INTO counter SELECT id, 'c', 'n', 'l1_miss', 'ctrace', 5 FROM attempt"
                 "  WHERE id % 10 = 0;"
                 "INSERT INTO measurement (attempt, bench, call, case_id, clock, ratio, note)"
                 "  SELECT id, 'packed', 'c', 'n', 'cpu', 0.5, '' FROM attempt;"
                 "INSERT INTO passed SELECT a.learner, a.lab, m.milestone, a.lab_rev, m.stage,"
                 "  min(a.id) FROM attempt a JOIN milestone_result m ON m.attempt = a.id"
                 "  WHERE m.status = 'PASS' GROUP BY 1, 2, 3, 4, 5;"
                 "COMMIT",
                 NULL, NULL, NULL);
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM passed"), 104 * 2 * 5);
#define TIME(call)                                                                                 \
    t = milliseconds();                                                                            \
    OK(call);                                                                                      \
    fprintf(stderr, "%6.1f ms  %s\n", milliseconds() - t, #call)
    TIME(db_progress_all(db, &got));
    cr_assert_eq(json_object_size(got), 104);
    json_decref(got);
    TIME(db_lab_progress(db, "lab7", &got));
    json_decref(got);
    TIME(db_attempts(db, NULL, 100, &got));
    json_decref(got);
    TIME(db_attempts(db, "lab7", 100, &got));
    json_decref(got);
    TIME(db_attempt_get(db, 77777, &got));
    json_decref(got);
    TIME(db_measurements(db, "lab7", "packed", 1000, &got));
    json_decref(got);
    TIME(db_history_for_grader(db, "lab7", 3, &got));
    json_decref(got);
    TIME(db_hint_take(db, "lab7", "tier1"));
    TIME(insert(db, NULL));
    db_close(db);
}

/* An attempt that had so many points of a milestone, and how it ended. */
static void partly(struct db *db, const char *impl, const char *status, double points)
{
    const struct db_file file = {"a.c", "int a;\n", 7};
    const struct db_attempt a = {.lab = "parts", .lab_rev = 2, .impl = impl, .status = "FAIL", .points = points};
    json_t *report = json_pack("{s:[{s:s s:s s:s s:f s:i}]}", "milestones", "id", "correct", "kind", "correct", "status",
                               status, "points", points, "max", 40);

    OK(db_attempt_insert(db, &a, &file, 1, report, NULL));
    json_decref(report);
}

/* Of partial credit the first attempt with the most is kept, beside what was won. */
Test(db, the_most_of_a_milestone_that_was_not_passed)
{
    static const struct {
        const char *impl, *status;
        double points, best;
        int attempt;
    } rows[] = {{"learner", "FAIL", 0, 0, 0},    {"learner", "FAIL", 10, 10, 2},   {"reference", "FAIL", 39, 10, 2},
                {"learner", "PENDING", 30, 10, 2}, {"learner", "ERROR", 26.6, 26.6, 5}, {"learner", "FAIL", 26.6, 26.6, 5},
                {"learner", "SUSPICIOUS", 39, 26.6, 5}, {"learner", "FAIL", 5, 26.6, 5}};
    struct db *db = must_open(DB_CREATE);
    json_t *won;

    for (size_t k = 0; k < LEN(rows); k++) {
        partly(db, rows[k].impl, rows[k].status, rows[k].points);
        OK(db_won(db, "parts", &won));
        const json_t *w = json_array_get(won, 0);
        cr_expect_eq(json_array_size(won), (size_t)(rows[k].attempt > 0), "row %zu", k);
        cr_expect_float_eq(json_number_value(json_object_get(w, "points")), rows[k].best, 1e-9, "row %zu", k);
        cr_expect_eq(int_at(w, "attempt"), rows[k].attempt, "row %zu", k);
        cr_expect_eq(json_is_true(json_object_get(w, "partial")), rows[k].attempt > 0, "row %zu", k);
        json_decref(won);
    }
    partly(db, "learner", "PASS", 40);
    OK(db_won(db, NULL, &won));
    cr_expect_eq(json_array_size(won), 2);
    cr_expect(json_is_false(json_object_get(json_array_get(won, 1), "partial")));
    json_decref(won);
    db_close(db);
}
