/*
 * workbook.c: what the tests of the workbook share.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "workbook.h"

#include "runner/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

char book_dir[64], book_path[128];
static char why[2 * DB_ERR_MAX];

const char *book_why(void)
{
    return why;
}

bool book_fail(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    return false;
}

bool book_enter(void)
{
    /* in memory where that is possible: thousands of syncs, and none is for keeps */
    snprintf(book_dir, sizeof book_dir, "%s/ridge-db-%d-%08x",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid(),
             (unsigned)randombytes_random());
    snprintf(book_path, sizeof book_path, "%s/ridge.db", book_dir);
    return mkdir(book_dir, 0700) == 0;
}

static int remove_one(const char *p, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st, (void)flag, (void)ftw;
    return remove(p);
}

void book_leave(void)
{
    nftw(book_dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

struct db *book_open(unsigned flags)
{
    struct db *db = NULL;
    struct err err = { "" };
    enum db_status status = db_open(book_path, flags, &db, &err);

    if (status != DB_OK)
        book_fail("open: %s: %s", db_status_name(status), err.text);
    return status == DB_OK ? db : NULL;
}

int book_status(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

char *book_read(const char *file, size_t *n)
{
    FILE *f = fopen(file, "rb");
    char *bytes = NULL;
    struct stat st;

    *n = 0;
    if (f && fstat(fileno(f), &st) == 0 && (bytes = calloc(1, (size_t)st.st_size + 1)))
        *n = fread(bytes, 1, (size_t)st.st_size, f);
    if (f)
        fclose(f);
    return bytes;
}

bool book_write(const char *file, const void *bytes, size_t n)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    bool ok = fd >= 0 && write(fd, bytes, n) == (ssize_t)n;

    if (fd >= 0)
        close(fd);
    return ok || book_fail("write %s: %s", file, strerror(errno));
}

bool book_has(const char *text)
{
    static const char *const file[] = {"", "-wal", "-journal"};
    bool found = false;

    for (size_t k = 0; k < sizeof file / sizeof *file; k++) {
        char name[160], *bytes;
        size_t n;

        snprintf(name, sizeof name, "%s%s", book_path, file[k]);
        bytes = book_read(name, &n);
        found |= bytes && memmem(bytes, n, text, strlen(text));
        free(bytes);
    }
    return found;
}

int64_t book_number(sqlite3 *sql, const char *query)
{
    int64_t n = -1;

    return db_pragma_int(sql, query, &n) == SQLITE_OK ? n : -1;
}

static bool make_old(sqlite3 *old, int version, int attempts)
{
    char sql[2048], hex[2 * DB_HASH_BYTES + 1];
    unsigned char hash[DB_HASH_BYTES];

    db_hash("x", 1, hash);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    sqlite3_exec(old, "PRAGMA journal_mode = WAL; BEGIN", NULL, NULL, NULL);
    for (int v = 1; v <= version; v++)
        if (sqlite3_exec(old, db_migrations[v - 1], NULL, NULL, NULL) != SQLITE_OK)
            return book_fail("version %d: %s", v, sqlite3_errmsg(old));
    snprintf(sql, sizeof sql,
             "PRAGMA application_id = %d; PRAGMA user_version = %d;"
             "INSERT INTO learner (id, seed, created) VALUES (1, 77, 5);"
             "INSERT INTO source (id, hash, text) VALUES (1, x'%s', x'78');"
             "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
             " INSERT INTO attempt SELECT i, 1, 'c0' || (i %% 3), 1, 'cpu', 'learner', 'test', i,"
             "  2, 'PASS', 10, 10, '', zeroblob(32), 0, '' FROM n;"
             "INSERT INTO report SELECT id, '{\"n\":' || id || '}' FROM attempt;"
             "INSERT INTO attempt_file SELECT id, 'a.c', 1 FROM attempt;"
             "INSERT INTO milestone_result SELECT id, 0, 'correct', 'correct', 'PASS', '', 10, 10,"
             " '', '' FROM attempt",
             DB_APPLICATION_ID, version, hex, attempts);
    if (sqlite3_exec(old, sql, NULL, NULL, NULL) != SQLITE_OK ||
        (version >= 2 && /* what the step to 2 made of them */
         sqlite3_exec(old,
                      "INSERT INTO passed SELECT 1, lab, 'correct', 1, '', min(id) FROM attempt"
                      " GROUP BY lab;"
                      "INSERT INTO answer (id, learner, owner, question, params, text, status, at)"
                      " VALUES (4, 1, 'c01', 'q', '{\"n\":2}', '4 GiB', 'PASS', 9),"
                      " (5, 1, 'c01', 'why', '{\"ticks\":[1,3,\"x\",0]}', 'since', 'PASS', 9)",

                      NULL, NULL, NULL) != SQLITE_OK) ||
        (version >= 4 &&
         sqlite3_exec(old,
                      "INSERT INTO review (id, learner, kind, owner, key, at, days, grade, params, text, status,"
                      " stability, difficulty, due) VALUES (6, 1, 'question', 'c01', 'q', 8, 0, 3, NULL, '4 GiB', 'PASS',"
                      " 2.5, 5, 500)",
                      NULL, NULL, NULL) != SQLITE_OK) ||
        ((version == 2 || version == 3) && /* the review dates of those versions */
         sqlite3_exec(old, "INSERT INTO question_state VALUES (1, 'w01', 'q', 500, 2.5, 2.5)", NULL,
                      NULL, NULL) != SQLITE_OK) ||
        sqlite3_exec(old, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        return book_fail("fill version %d: %s", version, sqlite3_errmsg(old));
    return true;
}

bool book_make_old(const char *path, int version, int attempts)
{
    sqlite3 *old = NULL;
    bool ok = sqlite3_open(path, &old) == SQLITE_OK && make_old(old, version, attempts);

    sqlite3_close(old);
    return ok;
}

bool book_sound(struct db *db)
{
    json_t *list = NULL;
    bool ok = db_check(db, &list) == DB_OK || book_fail("check: %s", db_error(db));

    for (size_t k = 0; k < json_array_size(list); k++) {
        const char *check = "?", *message = "?";
        int good = 0;

        (void)json_unpack(json_array_get(list, k), "{s:s, s:b, s:s}", "check", &check, "ok", &good,
                          "message", &message);
        if (!good && !strstr("backup file disk", check))
            ok = book_fail("%s: %s", check, message);
    }
    json_decref(list);
    return ok;
}

/* ---- Memory that runs out --------------------------------------------------------------- */

static struct {
    sqlite3_mem_methods own;
    int left;
    bool once, failed;
} memory = {.left = -1};

static bool no_memory(void)
{
    if (memory.left < 0 || (memory.once && memory.failed))
        return false;
    if (memory.left > 0) {
        memory.left--;
        return false;
    }
    return memory.failed = true;
}

static void *sql_malloc(int n)
{
    return no_memory() ? NULL : memory.own.xMalloc(n);
}

static void *sql_realloc(void *p, int n)
{
    return no_memory() ? NULL : memory.own.xRealloc(p, n);
}

/* As malloc_or_end() of runner/base/memory.c, with an allocation that fails when it is told to. */
static void *js_malloc(size_t n)
{
    if (no_memory())
        memory_end();
    return malloc(n);
}

void memory_install(void)
{
    sqlite3_mem_methods thin;

    sqlite3_shutdown();
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory.own);
    thin = memory.own;
    thin.xMalloc = sql_malloc;
    thin.xRealloc = sql_realloc;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &thin) != SQLITE_OK)
        abort();
}

void memory_install_json(void)
{
    json_set_alloc_funcs(js_malloc, free);
}

void memory_arm(int n, bool once)
{
    memory.left = n;
    memory.once = once;
    memory.failed = false;
}

bool memory_failed(void)
{
    return memory.failed;
}

/* ---- A class ---------------------------------------------------------------------------- */

static enum db_status hand_in(struct db *db, int64_t student, const char *lab, const char *text,
                              int64_t *grading)
{
    const struct db_file files[] = {{"lab.c", text, strlen(text)}, {"inc/empty.h", "", 0}};
    const struct db_submission b = {
        .student = student, .lab = lab, .origin = "night.tar", .file = files, .nfiles = 2};
    int64_t id;
    enum db_status status = db_submission_add(db, &b, &id, NULL);

    return status == DB_OK ? db_grading_queue(db, id, 1, 0, grading, NULL) : status;
}

static enum db_status enrol(struct db *db, int k, int64_t *id)
{
    char key[16], name[32], email[32];
    json_t *extra = json_pack("{s:i, s:s}", "row", k, "pronouns", "they");
    const struct db_student s = {
        .key = key, .name = name, .email = email, .section = k % 2 ? "B" : "A", .extra = extra};
    enum db_status status;

    snprintf(key, sizeof key, "s%03d", k);
    snprintf(name, sizeof name, "Student %d", k);
    snprintf(email, sizeof email, "s%03d@example.org", k);
    status = db_student_put(db, &s, id);
    json_decref(extra);
    return status;
}

enum db_status class_hand_in(struct db *db, int k, int64_t *grading)
{
    char text[64];
    int64_t id;
    enum db_status status = enrol(db, k, &id);

    snprintf(text, sizeof text, "int answer = %d;\n", k);
    return status == DB_OK ? hand_in(db, id, "lab0", text, grading) : status;
}

bool class_fill(struct db *db, int students, int labs)
{
    enum db_status status = db_begin(db);
    char lab[16], text[64];
    int64_t id, grading;

    for (int k = 0; k < students && status == DB_OK; k++) {
        status = enrol(db, k, &id);
        for (int j = 0; j < labs && status == DB_OK; j++) {
            snprintf(lab, sizeof lab, "lab%d", j);
            snprintf(text, sizeof text, "int answer = %d, lab = %d;\n", k, j);
            status = hand_in(db, id, lab, text, &grading);
        }
    }
    if (status == DB_OK)
        status = db_commit(db);
    if (status != DB_OK)
        book_fail("fill: %s", db_error(db));
    db_rollback(db);
    return status == DB_OK;
}

enum db_status class_done(struct db *db, int64_t id, const char *worker)
{
    json_t *report = json_pack("{s:I, s:[{s:s, s:s}]}", "grading", (json_int_t)id, "milestones",
                               "id", "correct", "status", "PASS");
    const struct db_grading g = {.status = "PASS",
                                 .stage = "silver",
                                 .sandbox = "full",
                                 .points = 39.1 + (double)(id % 7) / 3,
                                 .max = 100,
                                 .duration_ms = 1234,
                                 .report = report};
    enum db_status status = db_grading_done(db, id, worker, &g);

    json_decref(report);
    return status;
}

int class_grade_all(struct db *db, const char *worker)
{
    int n = 0;

    for (;;) {
        json_t *job = NULL;
        int64_t id;

        if (db_grading_lease(db, NULL, worker, CLASS_TTL, &job) != DB_OK)
            return book_fail("lease: %s", db_error(db)) - 1;
        id = json_integer_value(json_object_get(job, "id"));
        json_decref(job);
        if (id == 0)
            return n;
        if (class_done(db, id, worker) != DB_OK)
            return book_fail("done: %s", db_error(db)) - 1;
        n++;
    }
}

bool class_is_graded_once(struct db *db, int64_t n)
{
    int64_t done = book_number(db->sql, "SELECT count(*) FROM grading WHERE state = 'done'");
    int64_t all = book_number(db->sql, "SELECT count(*) FROM grading");
    int64_t verdicts =
        book_number(db->sql, "SELECT count(*) FROM audit WHERE what = 'grading.done'");
    int64_t subjects = book_number(
        db->sql, "SELECT count(DISTINCT subject) FROM audit WHERE what = 'grading.done'");

    if (done != n || all != n || verdicts != n || subjects != n)
        return book_fail("of %lld gradings: %lld there, %lld done, %lld verdicts on %lld",
                         (long long)n, (long long)all, (long long)done, (long long)verdicts,
                         (long long)subjects);
    return book_sound(db);
}

bool class_end(struct db *db, struct class_end *end)
{
    json_t *list = NULL;
    const char *hash = "";
    json_int_t id = 0;

    if (db_audit_list(db, 1, &list) != DB_OK)
        return book_fail("audit: %s", db_error(db));
    if (json_array_size(list))
        (void)json_unpack(json_array_get(list, 0), "{s:I, s:s}", "id", &id, "hash", &hash);
    end->id = id;
    snprintf(end->hash, sizeof end->hash, "%s", hash);
    json_decref(list);
    return true;
}

bool class_has(struct db *db, const struct class_end *end)
{
    int64_t found = -1;
    enum db_status status = db_int(
        db, "test", &found, "SELECT count(*) FROM audit WHERE id = ? AND lower(hex(hash)) = ?",
        DB_ARGS(db_i(end->id), db_t(end->hash)));

    return end->id == 0 || (status == DB_OK && found == 1) ||
           book_fail("audit row %lld, which was acknowledged, is not there", (long long)end->id);
}

char *class_text(struct db *db)
{
    static const char reports[] = "SELECT * FROM grading_report ORDER BY grading";
    json_t *all = json_object(), *part = NULL;
    char *text;
    bool ok = true;

#define ADD(name, call) ok = ok && (call) == DB_OK && json_object_set_new(all, name, part) == 0
    ADD("students", db_students(db, &part));
    ADD("submissions", db_submissions(db, NULL, &part));
    ADD("gradings", db_gradings(db, NULL, -1, &part));
    ADD("reports", db_rows(db, "test", &part, reports, NULL, 0));
    ADD("audit", db_audit_list(db, 1000000, &part));
#undef ADD
    text = ok ? json_dumps(all, JSON_SORT_KEYS) : NULL;
    json_decref(all);
    return text;
}
