/*
 * test_db_faults.c: a class is graded while the disk fails, the power goes, workers are killed,
 * memory runs out, upgrades are cut short and files are damaged.
 *
 *     test_db_faults [--long] [NUMBER OF ONE TEST]
 *
 * A plain program, as most of it dies on purpose: each test runs in a process and a directory of
 * its own, and says in TAP how much it tried. --long tries every fault point and thousands of
 * images where the short run takes samples.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "disk.h"
#include "tests/unit/drawn.h"
#include "workbook.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

/* Ends the test: the reason is in book_why() already, or is the condition itself. */
#define MUST(cond)                                                                                 \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            printf("# line %d: %s\n# %s\n", __LINE__, #cond, book_why());                          \
            fflush(stdout);                                                                        \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

static bool is_long;

/* Where the audit ended when a write was acknowledged; shared with children that get killed. */
struct told {
    volatile int n; /* which of the two holds */
    struct class_end end[2];
};

static void tell(struct told *told, struct db *db)
{
    if (class_end(db, &told->end[(told->n + 1) % 2]))
        told->n++;
}

static const struct class_end *last_told(const struct told *told)
{
    return &told->end[told->n % 2];
}

/* One student from the roster to the verdict (or back to the queue), five writes; stops at the
 * first that fails. Each must say why. */
static void one_round(struct db *db, int k, struct told *told)
{
    int64_t id = 0;
    json_t *job = NULL;
    enum db_status status = class_hand_in(db, k, &id);

    if (status == DB_OK) {
        tell(told, db);
        status = db_grading_lease(db, NULL, "one", CLASS_TTL, &job);
    }
    if (status == DB_OK) {
        tell(told, db);
        id = json_integer_value(json_object_get(job, "id"));
        status = k % 3 ? class_done(db, id, "one")
                       : db_grading_retry(db, id, "one", "the device went away", NULL);
    }
    json_decref(job);
    if (status == DB_OK)
        tell(told, db);
    else
        MUST(strlen(db_error(db)) > 20);
}

/* After a fault: all that was told is there, nothing is half there, and the class goes on. */
static void must_go_on(unsigned flags, const struct class_end *end, int64_t *graded)
{
    struct db *db = book_open(flags);

    MUST(db);
    MUST(book_sound(db) && class_has(db, end));
    db_set_clock(db, db_now(db) + CLASS_TTL);
    MUST(class_grade_all(db, "the next") >= 0);
    *graded = book_number(db->sql, "SELECT count(*) FROM grading");
    MUST(class_is_graded_once(db, *graded));
    db_close(db);
}

static void new_book(unsigned flags)
{
    struct db *db = book_open(DB_CREATE | flags);

    MUST(db);
    db_close(db);
}

/* ---- Power cuts ------------------------------------------------------------------------- */

enum { MAX_MOMENTS = 1024 };

/* no other name of a class of 12 or 60 begins so: "Student 5" stands in "Student 50" */
static const char FORGOTTEN[] = "s011", FORGOTTEN_NAME[] = "Student 11";

static struct moment {
    size_t at; /* when it was acknowledged, in operations */
    struct class_end end;
} moment[MAX_MOMENTS];

static void remember(struct db *db, int *n)
{
    MUST(*n < MAX_MOMENTS && class_end(db, &moment[*n].end));
    moment[(*n)++].at = disk_recorded();
}

/* Grades `rounds` students, remembering each write and each acknowledgement. */
static int record_a_night(unsigned flags, const char *pragma, int rounds)
{
    struct db *db;
    int n = 0;

    new_book(flags);
    disk_record(book_path);
    db = book_open(flags);
    MUST(db && sqlite3_exec(db->sql, pragma, NULL, NULL, NULL) == SQLITE_OK);
    for (int k = 0; k < rounds; k++) {
        json_t *job = NULL;
        int64_t id;

        MUST(class_hand_in(db, k, &id) == DB_OK);
        remember(db, &n);
        MUST(db_grading_lease(db, NULL, "one", CLASS_TTL, &job) == DB_OK);
        remember(db, &n);
        json_decref(job);
        MUST(class_done(db, id, "one") == DB_OK);
        remember(db, &n);
    }
    db_close(db);
    return n;
}

/* Opens `images` of what the disk may hold after a cut. How many lost an acknowledged write, and
 * how many are not sound. */
static void cut(unsigned flags, int images, int moments, int *lost, int *broken)
{
    static const struct class_end nothing;
    uint32_t state = 20261122;

    *lost = *broken = 0;
    snprintf(book_path, sizeof book_path, "%s/cut.db", book_dir);
    for (int k = 0; k < images; k++) {
        const struct class_end *end = &nothing;
        struct db *db;
        size_t at;

        state = state * 1664525 + 1013904223;
        at = (size_t)(state >> 8) % (disk_recorded() + 1);
        MUST(disk_image(at, (uint32_t)k, book_path));
        for (int m = 0; m < moments && moment[m].at <= at; m++)
            end = &moment[m].end;
        db = book_open(flags);
        if (!db || !book_sound(db))
            ++*broken;
        else if (!class_has(db, end))
            ++*lost;
        db_close(db);
    }
}

static void power_cuts(unsigned flags, const char *pragma, int images, int *lost, int *broken)
{
    const int rounds = is_long ? 100 : 20;
    int moments;

    disk_install();
    moments = record_a_night(flags, pragma, rounds);
    cut(flags, images, moments, lost, broken);
    printf("# %d images of %zu disk operations, %d acknowledged writes: %d not sound, %d lost "
           "one\n",
           images, disk_recorded(), moments, *broken, *lost);
    disk_forget();
}

static void power_cuts_with_wal(void)
{
    int lost, broken;

    power_cuts(0, "PRAGMA wal_autocheckpoint = 30", is_long ? 3000 : 60, &lost, &broken);
    MUST(lost == 0 && broken == 0);
}

static void power_cuts_with_rollback_journal(void)
{
    int lost, broken;

    power_cuts(DB_ROLLBACK, "SELECT 1", is_long ? 2000 : 60, &lost, &broken);
    MUST(lost == 0 && broken == 0);
}

/* With synchronous = NORMAL acknowledged writes are lost: so the images can show it. */
static void power_cuts_are_seen(void)
{
    int lost, broken;

    power_cuts(0, "PRAGMA wal_autocheckpoint = 30; PRAGMA synchronous = NORMAL",
               is_long ? 1000 : 40, &lost, &broken);
    MUST(lost > 0 && broken == 0);
}

/* And with OFF, which no workbook of ours has, files break. */
static void damage_by_power_cuts_is_seen(void)
{
    int lost, broken;

    power_cuts(0, "PRAGMA wal_autocheckpoint = 30; PRAGMA synchronous = OFF", is_long ? 1000 : 40,
               &lost, &broken);
    MUST(broken > 0);
}

/* ---- Power cuts while a student is forgotten -------------------------------------------- */

/* Class, graded, of which one student is forgotten as the command does it; the number of moments. *gone: from then on
 * no byte of theirs may be on the disk. */
static int record_forgetting(unsigned flags, size_t *gone)
{
    json_t *counts = NULL, *done = json_false();
    struct db *db;
    int n = 0;

    new_book(flags);
    db = book_open(flags);
    MUST(db && class_fill(db, is_long ? 60 : 12, 2) && class_grade_all(db, "one") > 0);
    db_close(db);
    disk_record(book_path);
    db = book_open(flags);
    MUST(db);
    remember(db, &n);
    MUST(db_student_forget(db, FORGOTTEN, &counts) == DB_OK);
    json_decref(counts);
    remember(db, &n);
    MUST(db_purge(db) == DB_OK);
    MUST(db_state_put(db, "class.forget", done) == DB_OK); /* which makes the purge certain */
    *gone = disk_recorded();
    remember(db, &n);
    db_close(db);
    return n;
}

/* All of the student is there, or nothing; `end` holds. How many students the class has then. */
static int64_t whole_or_gone(unsigned flags, const struct class_end *end)
{
    struct db *db = book_open(flags);
    int64_t students, submissions;

    MUST(db && book_sound(db) && class_has(db, end));
    students = book_number(db->sql, "SELECT count(*) FROM student");
    submissions = book_number(db->sql, "SELECT count(*) FROM submission");
    MUST(submissions == 2 * students);
    MUST(book_number(db->sql, "SELECT count(*) FROM grading_report") == submissions);
    db_close(db);
    return students;
}

static void power_cuts_while_forgetting(unsigned flags)
{
    const int images = is_long ? 2000 : 80;
    int before = 0, moments, left = 0;
    size_t gone, all;

    disk_install();
    moments = record_forgetting(flags, &gone);
    all = disk_recorded();
    snprintf(book_path, sizeof book_path, "%s/cut.db", book_dir);
    for (int k = 0; k < images; k++) {
        size_t at = k % 4 ? (size_t)k * gone / (size_t)images : gone + (size_t)k % (all - gone + 1);
        const struct class_end *end = &moment[0].end;
        int64_t students = is_long ? 60 : 12;

        MUST(disk_image(at, (uint32_t)k, book_path));
        MUST(at < gone || !book_has(FORGOTTEN_NAME));
        left += book_has(FORGOTTEN_NAME);
        for (int m = 0; m < moments && moment[m].at <= at; m++)
            end = &moment[m].end;
        before += whole_or_gone(flags, end) == students;
        MUST(end->id == moment[0].end.id || whole_or_gone(flags, end) == students - 1);
    }
    printf("# %d images of %zu disk operations: in %d the student is whole, in %d more some bytes are left\n", images,
           all, before, left - before);
    MUST(before > 0 && before < images && left < images);
    disk_forget();
}

static void power_cuts_while_forgetting_with_wal(void)
{
    power_cuts_while_forgetting(0);
}

static void power_cuts_while_forgetting_with_rollback_journal(void)
{
    power_cuts_while_forgetting(DB_ROLLBACK);
}

/* ---- A disk that fails ------------------------------------------------------------------ */

/* The n-th operation of opening, a round and closing fails. False: there were fewer. */
static bool fail_at(enum disk_fault fault, int n, unsigned flags, int k, struct told *told)
{
    struct db *db;
    int fired;

    disk_arm(fault, n);
    db = book_open(flags);
    if (db)
        one_round(db, k, told);
    else
        MUST(strlen(book_why()) > 20);
    db_close(db);
    fired = disk_fired();
    disk_arm(DISK_SOUND, 0);
    return fired > 0;
}

static void a_failing_disk(unsigned flags)
{
    static const enum disk_fault faults[] = {DISK_FULL_ONCE, DISK_FULL, DISK_EIO_ONCE, DISK_EIO};
    struct told told = {0};
    int64_t graded = 0;
    int k = 0;

    disk_install();
    new_book(flags);
    for (size_t f = 0; f < LEN(faults); f++) {
        int n = is_long ? 0 : (int)f;

        while (fail_at(faults[f], n, flags, k++, &told)) {
            must_go_on(flags, last_told(&told), &graded);
            n += is_long ? 1 : 7;
            MUST(n < 2000);
        }
        MUST(n > 30);
    }
    printf("# %d rounds with a fault each, %lld gradings\n", k, (long long)graded);
}

static void a_failing_disk_with_wal(void)
{
    a_failing_disk(0);
}

static void a_failing_disk_with_rollback_journal(void)
{
    a_failing_disk(DB_ROLLBACK);
}

/* ---- Kill -9 ---------------------------------------------------------------------------- */

static void *shared(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    MUST(p != MAP_FAILED);
    return p;
}

/* Before the n-th operation on the disk; how the child ended. */
static int kill_at(int n, unsigned flags, int k, struct told *told)
{
    pid_t child = fork();
    struct db *db;

    if (child)
        return book_status(child);
    disk_arm(DISK_KILL, n);
    db = book_open(flags);
    MUST(db);
    one_round(db, k, told);
    db_close(db);
    _exit(0);
}

static void a_killed_worker(unsigned flags)
{
    struct told *told = shared(sizeof *told);
    int64_t graded = 0;
    int n = 0, k = 0, how;

    disk_install();
    new_book(flags);
    while ((how = kill_at(n, flags, k++, told)) == 128 + SIGKILL) {
        must_go_on(flags, last_told(told), &graded);
        n += is_long ? 1 : 4;
    }
    MUST(how == 0 && n > 30);
    printf("# killed at %d points, %lld gradings, each done once\n", k - 1, (long long)graded);
}

static void a_killed_worker_with_wal(void)
{
    a_killed_worker(0);
}

static void a_killed_worker_with_rollback_journal(void)
{
    a_killed_worker(DB_ROLLBACK);
}

/* ---- Memory ----------------------------------------------------------------------------- */

struct call {
    struct db *db;
    int64_t id, submission;
    struct db_file *file;
    size_t nfiles;
    json_t *got;
};

static enum db_status call_hand_in(struct call *c)
{
    return class_hand_in(c->db, 1, &c->id);
}

static enum db_status call_lease(struct call *c)
{
    return db_grading_lease(c->db, "lab0", "one", CLASS_TTL, &c->got);
}

static enum db_status call_retry(struct call *c)
{
    return db_grading_retry(c->db, c->id, "one", "again", NULL);
}

static enum db_status call_done(struct call *c)
{
    return class_done(c->db, c->id, "one");
}

static enum db_status call_policy(struct call *c)
{
    return db_assignment_put(c->db, "lab0", json_object_get(c->got, "policy"));
}

static enum db_status call_adjust(struct call *c)
{
    return db_adjustment_add(c->db, &(struct db_adjustment){1, "lab0", "points", true, 7500, 10000, "read"}, NULL);
}

static enum db_status call_gradings(struct call *c)
{
    return db_gradings(c->db, "lab0", -1, &c->got);
}

static enum db_status call_files(struct call *c)
{
    return db_submission_files(c->db, 1, &c->file, &c->nfiles);
}

static enum db_status call_audit_check(struct call *c)
{
    enum db_status status = db_audit_check(c->db, &c->id);

    MUST(status != DB_OK || c->id == 0);
    c->id = 1;
    return status;
}

static enum db_status call_check_class(struct call *c)
{
    int64_t bad = 0, differ = 0;
    enum db_status status = db_check_class(c->db, &bad, &differ);

    MUST(status != DB_OK || (bad == 0 && differ == 0));
    return status;
}

static enum db_status call_forget(struct call *c)
{
    return db_student_forget(c->db, "s002", &c->got);
}

static enum db_status call_purge(struct call *c)
{
    return db_purge(c->db);
}

static void drop(struct call *c)
{
    db_files_free(c->file, c->nfiles);
    c->file = NULL;
    json_decref(c->got);
    c->got = NULL;
}

/* Does the call over and over, with more allocations allowed each time, until none fails, or until
 * it went well if it can't be done twice. How often one failed. */
static int starve(struct call *c, enum db_status (*fn)(struct call *), bool once)
{
    const bool twice = fn != call_lease && fn != call_retry && fn != call_done;
    static const char triggers[] = "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'";
    const int64_t guards = book_number(c->db->sql, triggers);
    enum db_status status;
    bool failed = true;
    int failures = 0;

    /* of the sample a third, by other bits than those that draw this test */
    const unsigned hash = is_long ? 0 : drawn_hash();
    for (int n = 9 * ((hash >> 16) % 3); failed; n += is_long ? 1 : hash ? 27 : 9) {
        struct class_end before, after;
        int64_t bad = 0, differ = 0;

        MUST(fn != call_forget || class_hand_in(c->db, 2, &c->id) == DB_OK);
        MUST(n < 20000 && class_end(c->db, &before));
        memory_arm(n, once);
        status = fn(c);
        failed = memory_failed();
        memory_arm(-1, false);
        MUST(status == DB_OK || (failed && strlen(db_error(c->db)) > 20));
        MUST(db_check_class(c->db, &bad, &differ) == DB_OK && bad == 0 && differ == 0);
        /* a hand-in is three writes; any other leaves all or nothing */
        MUST(class_end(c->db, &after));
        MUST(status == DB_OK || fn == call_hand_in || before.id == after.id);
        MUST(guards > 0 && book_number(c->db->sql, triggers) == guards);
        failures += failed;
        if (status == DB_OK && !twice)
            break;
        if (status == DB_OK && fn != call_policy)
            drop(c);
    }
    return failures;
}

static void no_memory_left(void)
{
    static enum db_status (*const fn[])(struct call *) = {
        call_hand_in, call_policy,   call_lease, call_retry,       call_lease,
        call_done,    call_adjust,   call_gradings, call_files, call_audit_check, call_check_class,
        call_forget,  call_purge};
    int failures = 0;

    memory_install();
    for (int once = 0; once < 2; once++) {
        struct call c = {.db = book_open(DB_CREATE)};

        MUST(c.db);
        for (size_t k = 0; k < LEN(fn); k++) {
            if (fn[k] == call_policy)
                c.got = json_pack("{s:{s:s}}", "policy", "keep", "best");
            failures += starve(&c, fn[k], once);
            drop(&c);
        }
        MUST(class_is_graded_once(c.db, 1));
        db_close(c.db);
        book_leave();
        MUST(book_enter());
    }
    printf("# %d allocations failed\n", failures);
}

/* What a child makes of one call while its n-th allocation for a document fails: 0 when there were fewer, 9. */
static int starved_child(enum db_status (*fn)(struct call *), int n)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        struct call c = {.db = book_open(0), .id = 1};

        freopen("/dev/null", "w", stderr);
        memory_install_json();
        memory_arm(n, false);
        _exit(c.db && fn(&c) == DB_OK ? 0 : 1);
    }
    int status = -1;
    MUST(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* A document without memory ends the process before Jansson's own assertion does, and the workbook is whole. */
static void no_memory_for_a_document(void)
{
    static enum db_status (*const fn[])(struct call *) = {call_adjust, call_gradings, call_audit_check,
                                                          call_check_class, call_forget};
    int ended = 0;

    for (size_t k = 0; k < LEN(fn); k++)
        for (int n = 0, code = 9; code == 9; n += is_long ? 1 : 7) {
            struct call c = {.db = book_open(DB_CREATE)};

            MUST(c.db && class_hand_in(c.db, 2, &c.id) == DB_OK);
            db_close(c.db);
            code = starved_child(fn[k], n);
            MUST(code == 9 || (code == 0 && n > 0));
            ended += code == 9;
            MUST((c.db = book_open(0)) && book_sound(c.db));
            db_close(c.db);
            book_leave();
            MUST(book_enter());
        }
    printf("# %d allocations ended their process\n", ended);
}

/* ---- Upgrades cut short ----------------------------------------------------------------- */

static int upgrade_at(enum disk_fault fault, int n)
{
    pid_t child = fork();
    struct db *db;

    if (child)
        return book_status(child);
    disk_arm(fault, n);
    db = book_open(0);
    if (!db)
        MUST(strlen(book_why()) > 20);
    db_close(db);
    _exit(disk_fired() ? 2 : 0);
}

/* From `version` with a fault at the n-th operation. False: there were fewer. */
static bool cut_upgrade(int version, enum disk_fault fault, int n)
{
    const int attempts = 300;
    char backup[256];
    sqlite3 *raw = NULL;
    struct db *db;
    int64_t now;
    int how;

    book_leave();
    MUST(book_enter() && book_make_old(book_path, version, attempts));
    how = upgrade_at(fault, n);
    MUST(how == 0 || how == (fault == DISK_KILL ? 128 + SIGKILL : 2));
    MUST(sqlite3_open(book_path, &raw) == SQLITE_OK);
    now = book_number(raw, "PRAGMA user_version");
    MUST(now >= version && now <= DB_VERSION);
    MUST(book_number(raw, "SELECT count(*) FROM attempt") == attempts);
    sqlite3_close(raw);
    db = book_open(0);
    MUST(db && book_sound(db));
    MUST(book_number(db->sql, "PRAGMA user_version") == DB_VERSION);
    MUST(book_number(db->sql, "SELECT count(*) FROM report") == attempts);
    MUST(class_fill(db, 1, 1) && class_grade_all(db, "one") == 1);
    db_close(db);
    MUST(db_backup_latest(book_path, backup, sizeof backup) == DB_OK);
    return how != 0;
}

static void upgrades_cut_short(void)
{
    static const enum disk_fault faults[] = {DISK_KILL, DISK_FULL, DISK_EIO_ONCE};
    int tried = 0;

    disk_install();
    for (int version = 1; version < DB_VERSION; version++)
        for (size_t f = 0; f < LEN(faults); f++) {
            int n = is_long ? 0 : (int)f * 5;

            while (cut_upgrade(version, faults[f], n)) {
                n += is_long ? 1 : 31;
                tried++;
            }
            MUST(n > 30);
        }
    printf("# %d upgrades cut short\n", tried);
}

/* ---- Damaged files ---------------------------------------------------------------------- */

/* A class, graded, and a backup of it; its words. */
static char *graded_class(void)
{
    struct db *db = book_open(DB_CREATE);
    char *text;

    MUST(db && class_fill(db, 6, 2) && class_grade_all(db, "one") == 12);
    MUST(db_backup_keep(db, 0) == DB_OK);
    text = class_text(db);
    MUST(text);
    db_close(db);
    return text;
}

static void cut_off_files(void)
{
    size_t n, m;
    char *text = graded_class(), *bytes = book_read(book_path, &n), *after;
    int tried = 0;

    for (size_t to = 0; to < n; to += to < 8192 ? 511 : is_long ? 1024 : 4096, tried++) {
        MUST(book_write(book_path, bytes, to));
        MUST(!book_open(0));
        MUST(strstr(book_why(), "DB_CORRUPT") && strstr(book_why(), ".backups/"));
        after = book_read(book_path, &m);
        MUST(m == to && memcmp(bytes, after, to) == 0);
        free(after);
    }
    free(bytes);
    free(text);
    printf("# %d lengths refused, each with the way to the backup\n", tried);
}

/* A flipped bit is refused, found by doctor, or makes no difference to the class. */
static void flipped_bits(void)
{
    const int flips = is_long ? 4000 : 150;
    size_t n;
    char *text = graded_class(), *bytes = book_read(book_path, &n);
    int refused = 0, found = 0, harmless = 0;
    uint32_t state = 3;

    for (int k = 0; k < flips; k++) {
        struct db *db;
        size_t at;

        state = state * 1664525 + 1013904223;
        at = (size_t)(state >> 4) % (k % 4 ? n : 100); /* a quarter of them in the header */
        bytes[at] ^= (char)(1 << (state >> 29));
        MUST(book_write(book_path, bytes, n));
        db = book_open(0);
        if (!db) {
            refused++;
            MUST(strlen(book_why()) > 40);
        } else if (!book_sound(db)) {
            found++;
        } else {
            char *now = class_text(db);

            harmless++;
            book_fail("byte %zu: the class reads differently, and nothing says so", at);
            MUST(now && strcmp(now, text) == 0);
            free(now);
        }
        db_close(db);
        bytes[at] ^= (char)(1 << (state >> 29));
    }
    free(bytes);
    free(text);
    printf("# %d bits: %d refused, %d found by doctor, %d without effect\n", flips, refused, found,
           harmless);
    MUST(refused > 0 && found > 0);
}

/* Grades one more and is killed before anything moves from the WAL to the file. */
static void leave_a_wal(int k)
{
    pid_t child = fork();
    struct db *db;
    int64_t id;

    if (child) {
        MUST(book_status(child) == 128 + SIGKILL);
        return;
    }
    db = book_open(0);
    MUST(db && class_hand_in(db, k, &id) == DB_OK && class_grade_all(db, "two") == 1);
    raise(SIGKILL);
}

static void a_wal_that_is_gone(void)
{
    char *text = graded_class(), *now, wal[160];
    struct db *db;

    leave_a_wal(70);
    snprintf(wal, sizeof wal, "%s-wal", book_path);
    MUST(unlink(wal) == 0);
    db = book_open(0);
    MUST(db && book_sound(db)); /* what was in the file alone, whole */
    now = class_text(db);
    MUST(now && strcmp(now, text) == 0);
    free(now);
    free(text);
    MUST(class_fill(db, 7, 1));
    db_close(db);
}

static void a_wal_of_another_file(void)
{
    char *text = graded_class(), *bytes, *now, wal[160];
    struct db *db;
    size_t n;

    leave_a_wal(70);
    snprintf(wal, sizeof wal, "%s-wal", book_path);
    bytes = book_read(wal, &n);
    MUST(bytes && n > 0);
    book_leave();
    MUST(book_enter());
    free(text);
    db = book_open(DB_CREATE);
    MUST(db && class_fill(db, 20, 1) && class_grade_all(db, "three") == 20);
    text = class_text(db);
    db_close(db);
    snprintf(wal, sizeof wal, "%s-wal", book_path);
    MUST(book_write(wal, bytes, n));
    free(bytes);
    db = book_open(0);
    if (db && book_sound(db)) { /* nothing was taken from it, then */
        now = class_text(db);
        book_fail("another file's WAL changed the class, and nothing says so");
        MUST(now && strcmp(now, text) == 0);
        free(now);
    }
    db_close(db);
    free(text);
}

/* ---- All of it -------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(void);
} test[] = {
    {"power cuts lose nothing acknowledged: WAL", power_cuts_with_wal},
    {"power cuts lose nothing acknowledged: rollback journal", power_cuts_with_rollback_journal},
    {"the images show what synchronous = NORMAL loses", power_cuts_are_seen},
    {"the images show what synchronous = OFF breaks", damage_by_power_cuts_is_seen},
    {"power cuts while a student is forgotten: WAL", power_cuts_while_forgetting_with_wal},
    {"power cuts while a student is forgotten: rollback journal",
     power_cuts_while_forgetting_with_rollback_journal},
    {"every operation on the disk fails: WAL", a_failing_disk_with_wal},
    {"every operation on the disk fails: rollback journal", a_failing_disk_with_rollback_journal},
    {"killed before every operation on the disk: WAL", a_killed_worker_with_wal},
    {"killed before every operation on the disk: rollback journal",
     a_killed_worker_with_rollback_journal},
    {"every allocation fails", no_memory_left},
    {"every allocation of a document ends the process", no_memory_for_a_document},
    {"upgrades cut short", upgrades_cut_short},
    {"files cut off are refused", cut_off_files},
    {"flipped bits are refused, found or harmless", flipped_bits},
    {"a WAL that is gone", a_wal_that_is_gone},
    {"a WAL of another file", a_wal_of_another_file},
};

int main(int argc, char **argv)
{
    int failed = 0, only;
    size_t tried = 0, row = 0;

    is_long = argc > 1 && strcmp(argv[1], "--long") == 0;
    only = argc > 1 + is_long ? atoi(argv[1 + is_long]) : 0;
    for (size_t k = 0; k < LEN(test); k++)
        tried += only ? only == (int)k + 1 : is_long || drawn(k);
    printf("1..%zu\n", tried);
    for (size_t k = 0; k < LEN(test); k++) {
        pid_t child;
        int status;

        if (only ? only != (int)k + 1 : !is_long && !drawn(k))
            continue;
        fflush(stdout);
        child = fork();
        if (child == 0) {
            MUST(book_enter());
            test[k].run();
            book_leave();
            fflush(stdout);
            _exit(0);
        }
        status = book_status(child);
        printf("%sok %zu - %s\n", status ? "not " : "", ++row, test[k].name);
        failed += status != 0;
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
