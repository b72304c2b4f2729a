/*
 * test_transfer.c: a learner on two machines, and files that are not what they say.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "db/transfer.h"
#include "disk.h"
#include "workbook_test.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Two machines ----------------------------------------------------------------------- */

static char file[160];

static const char *in_dir(const char *name)
{
    snprintf(file, sizeof file, "%s/%s", book_dir, name);
    return file;
}

static struct db *machine(const char *name)
{
    char path[160];
    struct err err = { "" };
    struct db *db = NULL;

    snprintf(path, sizeof path, "%s/%s.db", book_dir, name);
    cr_assert_eq(db_open(path, DB_CREATE, &db, &err), DB_OK, "%s", err.text);
    return db;
}

static void run(struct db *db, const char *host, const char *text, int64_t started, double ratio)
{
    const struct db_file files[] = { { "gemm.c", text, strlen(text) }, { "lab.h", "same\n", 5 } };
    json_t *report = json_pack(
        "{s:{s:s}, s:[{s:s,s:s,s:s,s:s,s:f,s:f}], s:[{s:s,s:f,s:f,s:[[f,f],[f,f]]}],"
        " s:[{s:s,s:s,s:s,s:s,s:f}], s:[{s:s,s:s,s:s,s:s}], s:[{s:s,s:s,s:s,s:i,s:i,s:[f,[ff]]}]}",
        "machine", "host", host, "milestones", "id", "correct", "kind", "correct", "status", "PASS",
        "stage", "", "points", 5.0, "max", 5.0, "measurements", "bench", "b1", "ratio", ratio,
        "t_learner", 2.0, "samples", 1.0, 2.0, 1.5, 2.5, "counters", "call", "gemm", "case", "c", "name",
        "ld", "source", "ctrace", "value", 12.0, "cases", "call", "gemm", "case", "n=1", "status", "FAIL",
        "message", "wrong", "curves", "id", "loss", "call", "train", "case", "n=1", "n", 3, "bad", 0, "points", ratio,
        1.0, 2.0);
    const struct db_attempt a = { .lab = "c01", .lab_rev = 1, .backend = "cpu", .started = started,
                                  .duration_ms = 20, .status = "PASS", .points = 5, .max = 5 };
    int64_t id;

    OK(db_attempt_insert(db, &a, files, LEN(files), report, &id));
    json_decref(report);
}

static void review(struct db *db, int64_t at, double days, int grade)
{
    const struct db_review r = { .kind = "question", .owner = "w01", .key = "q1", .days = days,
                                 .grade = grade, .stability = 2 + days, .difficulty = 5,
                                 .due = at + 86400000, .lab_rev = 2 };

    db_set_clock(db, at);
    OK(db_review_put(db, &r));
}

/* A day of work from `at` (ms) on; what differs between machines carries the host's name. */
static void work(struct db *db, const char *host, int64_t at)
{
    json_t *value = json_string(host);
    int64_t text, sitting;

    run(db, host, host, at, 0.5);
    run(db, host, host, at + 1000, 0.75);
    db_set_clock(db, at + 2000);
    OK(db_answer_put(db, "w01", 2, "q1", value, host, "PASS", NULL));
    OK(db_answer_put(db, "w01", 2, "why", NULL, "the same text everywhere", "PENDING", &text));
    OK(db_rubric_put(db, text, at % 2 ? "class" : "self", NULL, 2));
    json_t *asked = json_pack("[s]", host);
    OK(db_sitting_begin(db, "deep/d07", asked, 45, at, &sitting));
    OK(db_sitting_answer(db, sitting, 0, text, 5));
    OK(db_sitting_answer(db, sitting, 1, 0, 5));
    if (at % 2)
        OK(db_sitting_end(db, sitting, "done", 1, 2, false, true));
    json_decref(asked);
    OK(db_prediction_put(db, "c01", "flops", "flops", (double)at, NULL, "FLOP", NULL));
    OK(db_prediction_measure(db, "c01", "flops", book_number(db->sql, "SELECT max(id) FROM attempt"), 7,
                             NULL));
    OK(db_tick(db, DB_TICK_READING, "w01", "paper", true));
    OK(db_tick(db, DB_TICK_CONCEPT, "w01", host, true));
    OK(db_hint_take(db, "c01", "h1"));
    OK(db_reveal_put(db, "c01", "passed"));
    OK(db_note_add(db, "c01", host, NULL));
    OK(db_event(db, "calibration", "", value));
    OK(db_state_put(db, "calibration", value));
    OK(db_state_put(db, host, value));
    review(db, at + 3000, 1, at % 2 ? 1 : 3);
    json_decref(value);
}

static void send_to(struct db *from, struct db *db, json_t **ret)
{
    json_t *counts = NULL, *brought = NULL;
    char name[160];

    snprintf(name, sizeof name, "%s", in_dir("moved.ridge"));
    unlink(name);
    cr_assert_eq(db_export(from, name, &counts), DB_OK, "%s", db_error(from));
    OK(db_import(db, name, &brought));
    cr_assert(book_sound(db), "%s", book_why());
    json_decref(counts);
    if (ret)
        *ret = brought;
    else
        json_decref(brought);
}

static int64_t count_at(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

/* All rows of the learner but what belongs to a machine: the seed, the screens' states; sources by
 * their hashes. */
static char *facts(struct db *db)
{
    static const char *const each[] = {
        "SELECT * FROM attempt ORDER BY id",
        ("SELECT f.attempt, f.name, s.hash, s.text FROM attempt_file f JOIN source s ON s.id = f.source"
         " ORDER BY 1, 2"),
        "SELECT * FROM report ORDER BY 1", "SELECT * FROM milestone_result ORDER BY 1, 2",
        "SELECT * FROM measurement ORDER BY 1", "SELECT * FROM sample ORDER BY 1, 2",
        "SELECT * FROM counter ORDER BY 1, 2, 3, 4, 5", "SELECT * FROM case_result ORDER BY 1, 2",
        "SELECT * FROM curve ORDER BY 1, 2",
        "SELECT * FROM event ORDER BY id", "SELECT * FROM passed ORDER BY 1, 2, 3, 4, 5",
        "SELECT * FROM prediction ORDER BY id", "SELECT * FROM answer ORDER BY id",
        "SELECT * FROM rubric_tick ORDER BY 1, 2, 3, 4",
        "SELECT * FROM sitting ORDER BY id", "SELECT * FROM sitting_answer ORDER BY 1, 2",
        "SELECT * FROM sitting_end ORDER BY 1",
        "SELECT * FROM card ORDER BY 1, 2, 3, 4", "SELECT * FROM review ORDER BY id",
        "SELECT * FROM reading_tick ORDER BY 1, 2, 3", "SELECT * FROM concept_tick ORDER BY 1, 2, 3",
        "SELECT * FROM hint_taken ORDER BY 1, 2, 3", "SELECT * FROM reveal ORDER BY 1, 2",
        "SELECT * FROM note ORDER BY id",
    };
    json_t *all = json_array();
    char *text;

    for (size_t k = 0; k < LEN(each); k++) {
        json_t *rows = NULL;

        OK(db_rows(db, "dump", &rows, each[k], NULL, 0));
        json_array_append_new(all, rows);
    }
    text = json_dumps(all, JSON_SORT_KEYS);
    json_decref(all);
    return text;
}

static void same_facts(struct db *a, struct db *b)
{
    char *x = facts(a), *y = facts(b);

    cr_assert_str_eq(x, y);
    free(x);
    free(y);
}

static void enter(void)
{
    cr_assert(sodium_init() >= 0 && book_enter());
}

TestSuite(transfer, .init = enter, .fini = book_leave, .timeout = 60);

/* ---- The union -------------------------------------------------------------------------- */

Test(transfer, merging_both_ways_gives_the_same)
{
    struct db *a = machine("a"), *b = machine("b"), *db = a;
    json_t *brought;

    work(a, "alpha", 1000000);
    work(b, "beta", 1500001);
    work(a, "alpha", 2000000);
    send_to(b, a, &brought);
    cr_assert_eq(count_at(brought, "attempts"), 2);
    cr_assert_eq(count_at(brought, "answers"), 2);
    cr_assert_eq(count_at(brought, "predictions"), 1);
    cr_assert_eq(count_at(brought, "renumbered"), 2); /* beta's lie between */
    cr_assert_eq(access(json_string_value(json_object_get(brought, "backup")), R_OK), 0);
    json_decref(brought);
    send_to(a, b, NULL);
    same_facts(a, b);

    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM attempt"), 6);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM sample"), 12);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM source"), 3);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM passed"), 1);
    cr_assert_eq(book_number(db->sql, "SELECT attempt FROM passed"), 1);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM answer WHERE lab_rev = 2"), 6);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM sitting_answer t JOIN answer a ON a.id = t.answer"
                                      " WHERE a.question = 'why'"), 3);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM sitting_end"), 1);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM rubric_tick t JOIN answer a ON a.id = t.answer"
                                      " WHERE a.question = 'why'"), 6);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM review WHERE lab_rev = 2"), 3);
    cr_assert_eq(book_number(db->sql, "SELECT reviews FROM card"), 3);
    cr_assert_eq(book_number(db->sql, "SELECT lapses FROM card"), 1);
    cr_assert_eq(book_number(db->sql, "SELECT at FROM reading_tick"), 1002000);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM attempt a JOIN report r ON r.attempt = a.id"
                                      " WHERE json_extract(r.json, '$.machine.host') = 'beta'"), 2);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM prediction p JOIN report r USING (attempt)"
                                      " WHERE json_extract(json, '$.machine.host') ="
                                      "  CASE made WHEN 1502001 THEN 'beta' ELSE 'alpha' END"), 3);
    cr_assert_eq(book_number(db->sql, "SELECT value = '\"alpha\"' FROM ui_state"
                                      " WHERE key = 'calibration'"), 1);
    db_close(a);
    db_close(b);
}

Test(transfer, twice_changes_nothing)
{
    struct db *a = machine("a"), *b = machine("b");
    json_t *brought;
    char *before, *after;

    work(a, "alpha", 1000000);
    work(b, "beta", 1500000);
    send_to(b, a, NULL);
    before = facts(a);
    for (int k = 0; k < 3; k++) { /* there, back, and there again */
        send_to(k % 2 ? a : b, k % 2 ? b : a, &brought);
        if (k != 1) {
            const char *key;
            json_t *n;
            json_object_foreach(brought, key, n)
                cr_assert(!json_is_integer(n) || !json_integer_value(n), "%s", key);
            cr_assert_str_eq(json_string_value(json_object_get(brought, "backup")), "");
        }
        json_decref(brought);
    }
    after = facts(a);
    cr_assert_str_eq(before, after);
    free(before);
    free(after);
    db_close(a);
    db_close(b);
}

Test(transfer, a_new_machine_becomes_the_old_one)
{
    struct db *a = machine("a"), *b = machine("b"), *db = b;
    json_t *x, *y;

    work(a, "alpha", 1000000);
    cr_assert_eq(db_learner_rename(a, "Ada"), DB_OK);
    send_to(a, b, NULL);
    same_facts(a, b);
    OK(db_learner(a, &x));
    OK(db_learner(b, &y));
    cr_assert(json_equal(x, y));
    json_decref(x);
    json_decref(y);
    /* what holds of every workbook holds again */
    cr_assert_neq(sqlite3_exec(db->sql, "DELETE FROM attempt", NULL, NULL, NULL), SQLITE_OK);
    cr_assert_neq(sqlite3_exec(db->sql, "UPDATE learner SET seed = 1", NULL, NULL, NULL), SQLITE_OK);
    run(b, "beta", "more", 3000000, 1);
    db_close(a);
    db_close(b);
}

Test(transfer, a_class_stays_where_it_is)
{
    struct db *a = machine("a"), *b = machine("b"), *db = a;
    json_t *value = json_string("x"), *got = NULL;

    cr_assert(class_fill(a, 3, 1));
    OK(db_state_put(a, "class.worker", value));
    work(a, "alpha", 1000000);
    send_to(a, b, NULL);
    db = b;
    cr_assert_eq(book_number(b->sql, "SELECT count(*) FROM student"), 0);
    cr_assert_eq(book_number(b->sql, "SELECT count(*) FROM source"), 2);
    IS(DB_NOTFOUND, db_state_get(b, "class.worker", &got));
    work(b, "beta", 2000000);
    send_to(b, a, NULL);
    cr_assert_eq(book_number(a->sql, "SELECT count(*) FROM student"), 3);
    cr_assert_eq(class_grade_all(a, "one"), 3);
    json_decref(value);
    db_close(a);
    db_close(b);
}

/* ---- What can change -------------------------------------------------------------------- */

Test(transfer, a_note_written_on_both_keeps_the_last_wording_and_the_other_in_the_log)
{
    struct db *a = machine("a"), *b = machine("b"), *db = a;
    json_t *notes, *events;

    db_set_clock(a, 1000);
    OK(db_note_add(a, "w01", "first", NULL));
    send_to(a, b, NULL);
    db_set_clock(a, 2000);
    OK(db_note_edit(a, 1, "second, on a"));
    db_set_clock(b, 3000);
    OK(db_note_edit(b, 1, "third, on b"));
    send_to(b, a, NULL);
    send_to(a, b, NULL);
    same_facts(a, b);
    OK(db_notes(a, "w01", &notes));
    cr_assert_eq(json_array_size(notes), 1);
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(notes, 0), "text")), "third, on b");
    OK(db_events(a, "note.earlier", 9, &events));
    cr_assert_eq(json_array_size(events), 1);
    cr_assert_str_eq(json_string_value(json_object_get(
                         json_object_get(json_array_get(events, 0), "data"), "text")), "second, on a");
    json_decref(notes);
    json_decref(events);
    db_close(a);
    db_close(b);
}

Test(transfer, a_prediction_measured_on_one_side_is_measured)
{
    struct db *a = machine("a"), *b = machine("b"), *db = a;

    db_set_clock(a, 1000);
    OK(db_prediction_put(a, "c01", "flops", "flops", 5, NULL, "FLOP", NULL));
    send_to(a, b, NULL);
    run(b, "beta", "x", 5000, 1);
    db = b;
    OK(db_prediction_measure(b, "c01", "flops", 1, 9, NULL));
    run(a, "alpha", "y", 2000, 1);
    send_to(b, a, NULL);
    cr_assert_eq(book_number(a->sql, "SELECT count(*) FROM prediction"), 1);
    cr_assert_eq(book_number(a->sql, "SELECT attempt FROM prediction WHERE measured = 9"), 2);
    send_to(a, b, NULL);
    same_facts(a, b);
    db_close(a);
    db_close(b);
}

/* ---- Files that are not what they say ---------------------------------------------------- */

/* Writes the file anew around `image`, with the right checksum. */
static void seal(const char *name, const void *image, size_t n)
{
    unsigned char hash[DB_HASH_BYTES];
    char hex[2 * DB_HASH_BYTES + 1], *all = malloc(TRANSFER_HEAD + n + 1);

    db_hash(image, n, hash);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    memset(all, '\n', TRANSFER_HEAD);
    int k = sprintf(all, "ridge-data 1\nblake2b-256 %s\nbytes %zu\n", hex, n);
    all[k] = '\n';
    memcpy(all + TRANSFER_HEAD, image, n);
    cr_assert(book_write(name, all, TRANSFER_HEAD + n));
    free(all);
}

/* Exports, changes the database inside by `sql`, and seals it again. */
static void tamper(struct db *db, const char *name, const char *sql)
{
    char copy[160], *all, *why = NULL;
    json_t *counts;
    sqlite3 *raw;
    size_t n;

    unlink(name);
    OK(db_export(db, name, &counts));
    json_decref(counts);
    all = book_read(name, &n);
    snprintf(copy, sizeof copy, "%s/tampered.db", book_dir);
    cr_assert(book_write(copy, all + TRANSFER_HEAD, n - TRANSFER_HEAD));
    free(all);
    cr_assert_eq(sqlite3_open(copy, &raw), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(raw, sql, NULL, NULL, &why), SQLITE_OK, "%s", why);
    sqlite3_close(raw);
    all = book_read(copy, &n);
    seal(name, all, n);
    free(all);
}

static void is_refused(struct db *db, const char *name, enum db_status want, const char *says)
{
    char *before = facts(db), *after;
    json_t *brought = NULL;

    IS(want, db_import(db, name, &brought));
    cr_assert(strstr(db_error(db), says) && strstr(db_error(db), "Nothing was imported"), "%s",
              db_error(db));
    after = facts(db);
    cr_assert_str_eq(before, after);
    free(before);
    free(after);
}

Test(transfer, a_damaged_file_is_refused_wherever_the_damage_is)
{
    struct db *a = machine("a"), *b = machine("b"), *db = a;
    char name[160], *all;
    json_t *counts;
    size_t n;

    work(a, "alpha", 1000000);
    work(b, "beta", 2000000);
    snprintf(name, sizeof name, "%s", in_dir("moved.ridge"));
    OK(db_export(a, name, &counts));
    json_decref(counts);
    all = book_read(name, &n);
    for (size_t at = TRANSFER_HEAD; at < n; at += n / 40) {
        all[at] ^= 1;
        cr_assert(book_write(name, all, n));
        is_refused(b, name, DB_CORRUPT, "does not match its checksum");
        all[at] ^= 1;
    }
    for (size_t cut = n / 7; cut < n; cut += n / 7) {
        cr_assert(book_write(name, all, cut));
        is_refused(b, name, DB_CORRUPT, "is cut off");
    }
    cr_assert(book_write(name, all, 50));
    is_refused(b, name, DB_CORRUPT, "first lines");
    cr_assert(book_write(name, "", 0));
    is_refused(b, name, DB_FOREIGN, "is not a file of");
    cr_assert(book_write(name, all + TRANSFER_HEAD, n - TRANSFER_HEAD));
    is_refused(b, name, DB_FOREIGN, "is a database");
    is_refused(b, book_dir, DB_FOREIGN, "is not a file");
    free(all);
    db_close(a);
    db_close(b);
}

/* An attempt of its own, with this report. */
#define WITH_REPORT(JSON)                                                                          \
    "INSERT INTO attempt SELECT 77, learner, lab, lab_rev, backend, impl, verb, started, duration_ms, status, points," \
    " max, stage, source_hash, watch, sandbox FROM attempt LIMIT 1; INSERT INTO report VALUES (77, " JSON ")"

Test(transfer, what_ridge_did_not_write_is_refused_though_its_checksum_is_right)
{
    static const struct {
        const char *sql, *says;
        enum db_status want;
    } lies[] = {
        { "PRAGMA user_version = 99", "newer Ridge (schema 99", DB_NEWER },
        { "PRAGMA application_id = 7", "holds something other", DB_FOREIGN },
        { "CREATE VIEW v AS SELECT 1", "holds something other", DB_FOREIGN },
        { "DROP TABLE note; CREATE VIEW note AS SELECT * FROM event", "holds something other", DB_FOREIGN },
        { "CREATE TRIGGER t BEFORE INSERT ON note BEGIN DELETE FROM note; END", "something other", DB_FOREIGN },
        { "DROP TRIGGER source_is_fixed; UPDATE source SET text = x'00'; CREATE TRIGGER source_is_fixed"
          " BEFORE UPDATE ON source\nBEGIN SELECT RAISE(ABORT, 'source is append-only'); END",
          "source text that does not match", DB_FOREIGN },
        { "INSERT INTO attempt_file SELECT 1, '../../.bashrc', id FROM source LIMIT 1", "leads out", DB_FOREIGN },
        { "INSERT INTO attempt_file SELECT 1, '/etc/passwd', id FROM source LIMIT 1", "leads out", DB_FOREIGN },
        { "INSERT INTO event VALUES (77, 1, 'x', '', '{]')", "no JSON", DB_FOREIGN },
        { "INSERT INTO event VALUES (77, 1, 'x', '', '[1e999]')", "no JSON", DB_FOREIGN }, /* SQLite takes it */
        { "INSERT INTO event VALUES (77, 1, 'x', '', '1' || printf('%.*c', 400, '0'))", "no JSON", DB_FOREIGN },
        { "INSERT INTO answer VALUES (77, 1, 'w01', 'q', printf('%.*c', 3000, '[') || printf('%.*c', 3000, ']'), '',"
          " 'PASS', 1, NULL)",
          "no JSON", DB_FOREIGN },
        { WITH_REPORT("'[]'"), "no JSON", DB_FOREIGN },
        { WITH_REPORT("'{\"machine\":'"), "no JSON", DB_FOREIGN },
        { "INSERT INTO ui_state VALUES ('k', 'word', 1)", "no JSON", DB_FOREIGN },
        { "INSERT INTO note VALUES (77, 1, 'w01' || char(27) || ']52;c;QUJD' || char(7), 't', 1, 1)", "control",
          DB_FOREIGN },
        { "INSERT INTO hint_taken VALUES (1, 'c01', char(155) || '2J', 1, 1)", "control", DB_FOREIGN },
        { "INSERT INTO reveal VALUES (1, printf('%.*c', 9000, 'x'), 'passed', 1)", "thousands of letters", DB_FOREIGN },
        { "INSERT INTO counter VALUES (1, 'c', 'c', 'n' || char(10), 's', 1)", "control", DB_FOREIGN },
        { "INSERT INTO counter VALUES (1, 'c', 'c', 'n', 's', 9e999)", "infinite", DB_FOREIGN },
        { "INSERT INTO sample VALUES (1, 77, 1, -9e999)", "infinite", DB_FOREIGN },
        { "INSERT INTO event VALUES (77, -9223372036854775807, 'x', '', NULL)", "years away", DB_FOREIGN },
        { "INSERT INTO note VALUES (77, 1, 'w01', 't', 1, 9223372036854775807)", "years away", DB_FOREIGN },
        { "INSERT INTO learner VALUES (2, '', 1, 1)", "not of one learner", DB_FOREIGN },
        { "PRAGMA foreign_keys = OFF; INSERT INTO note VALUES (77, 2, 'w01', 't', 1, 1)", "damaged", DB_CORRUPT },
        { "PRAGMA foreign_keys = OFF; INSERT INTO sample VALUES (999, 1, 1, 1)", "damaged", DB_CORRUPT },
        { "PRAGMA ignore_check_constraints = ON; INSERT INTO note VALUES (9, 5, '', '', 1, 1)", "damaged", DB_CORRUPT },
    };
    struct db *a = machine("a"), *b = machine("b");
    char name[160];

    work(a, "alpha", 1000000);
    work(b, "beta", 2000000);
    snprintf(name, sizeof name, "%s", in_dir("moved.ridge"));
    for (size_t k = 0; k < LEN(lies); k++) {
        tamper(a, name, lies[k].sql);
        is_refused(b, name, lies[k].want, lies[k].says);
    }
    seal(name, "no database at all", 18);
    is_refused(b, name, DB_CORRUPT, "not an SQLite database");
    cr_assert(book_write(name, "ridge-data 2\n", 13));
    is_refused(b, name, DB_NEWER, "newer Ridge (form 2");
    db_close(a);
    db_close(b);
}

Test(transfer, a_file_of_an_older_ridge_is_brought_up_to_date)
{
    for (int v = 1; v < DB_VERSION; v++) {
        struct db *db = machine("new");
        char old[160], name[160], *all;
        json_t *brought = NULL;
        sqlite3 *raw;
        size_t n;

        snprintf(old, sizeof old, "%s/old.db", book_dir);
        cr_assert(book_make_old(old, v, 6), "%s", book_why());
        cr_assert_eq(sqlite3_open(old, &raw), SQLITE_OK);
        sqlite3_exec(raw, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
        sqlite3_close(raw);
        all = book_read(old, &n);
        snprintf(name, sizeof name, "%s", in_dir("old.ridge"));
        seal(name, all, n);
        free(all);
        OK(db_import(db, name, &brought));
        cr_assert_eq(count_at(brought, "attempts"), book_number(db->sql, "SELECT count(*) FROM attempt"));
        cr_assert_geq(count_at(brought, "attempts"), 6);
        cr_assert(book_sound(db), "%s", book_why());
        json_decref(brought);
        remove(db_path(db));
        db_close(db);
        remove(old);
    }
}

Test(transfer, an_export_never_writes_over_a_file)
{
    struct db *db = machine("a");
    json_t *counts = NULL;

    cr_assert(book_write(in_dir("mine.txt"), "mine", 4));
    IS(DB_ERROR, db_export(db, in_dir("mine.txt"), &counts));
    size_t n;
    char *text = book_read(in_dir("mine.txt"), &n);
    cr_assert(n == 4 && memcmp(text, "mine", 4) == 0);
    free(text);
    db_close(db);
}

/* In a workbook that took such a file before that was refused: the other rows can still be read. */
static void leave_behind(const char *name)
{
    const struct timespec long_ago[2] = { { 1000, 0 }, { 1000, 0 } };
    FILE *f = fopen(in_dir(name), "w");

    cr_assert(f && fputs("half made", f) >= 0 && !fclose(f) && !utimensat(AT_FDCWD, file, long_ago, 0));
}

static bool there(const char *name)
{
    return access(in_dir(name), F_OK) == 0;
}

/* What a killed one left goes with the next; what somebody still makes, or has called so himself, does not. */
Test(transfer, an_export_takes_away_what_killed_ones_left)
{
    static const char *const dead[] = { "a.ridge-image-01234567", "a.ridge-image-01234567-journal",
                                        "b.ridge-part-89abcdef" };
    static const char *const kept[] = { "c.ridge-image-00000001", "c.ridge-image-00000001-wal", "d.ridge-image-old",
                                        "e.image-01234567", "f.ridge-part-89abcdef.txt" };
    struct db *db = machine("m");
    json_t *counts = NULL;

    for (size_t k = 0; k < LEN(dead); k++)
        leave_behind(dead[k]);
    for (size_t k = 0; k < LEN(kept); k++)
        leave_behind(kept[k]);
    int living = open(in_dir(kept[0]), O_RDWR);
    cr_assert(living >= 0 && !flock(living, LOCK_EX | LOCK_NB));
    OK(db_export(db, in_dir("new.ridge"), &counts));
    json_decref(counts);
    for (size_t k = 0; k < LEN(dead); k++)
        cr_expect(!there(dead[k]), "%s is left", dead[k]);
    for (size_t k = 0; k < LEN(kept); k++)
        cr_expect(there(kept[k]), "%s is gone", kept[k]);
    close(living); /* its owner has ended */
    OK(db_export(db, in_dir("newer.ridge"), &counts));
    json_decref(counts);
    cr_expect(!there(kept[0]) && !there(kept[1]));
    db_close(db);
}

Test(transfer, an_infinity_is_read_as_nothing)
{
    struct db *db = machine("a");
    json_t *rows = NULL;

    work(db, "alpha", 1000000);
    cr_assert_eq(sqlite3_exec(db->sql, "INSERT INTO prediction VALUES (9, 1, 'c01', 'x', 'x', 9e999, NULL, '', 1,"
                                       " NULL, NULL, NULL)", NULL, NULL, NULL), SQLITE_OK);
    OK(db_predictions(db, NULL, &rows));
    cr_assert_eq(json_array_size(rows), 2);
    cr_assert(json_is_null(json_object_get(json_array_get(rows, 1), "value")));
    json_decref(rows);
    db_close(db);
}

/* ---- A disk that fails ------------------------------------------------------------------- */

/* In a process of its own: the fault at operation n. 0: it went through, 1: refused, and all there or
 * nothing: where only the last sync fails, SQLite can't know whether the disk has it. */
static int import_with_fault(enum disk_fault fault, int n, const char *name, const char *was)
{
    char *now;
    json_t *brought = NULL;
    disk_install();
    struct db *db = machine("b");
    disk_arm(fault, n);
    enum db_status status = db_import(db, name, &brought);
    disk_arm(DISK_SOUND, 0);
    db_close(db);
    db = machine("b");
    now = facts(db);
    bool all = book_number(db->sql, "SELECT count(*) FROM attempt") == 4;
    if (!all && (status == DB_OK || strcmp(now, was)))
        return 2;
    if (!book_sound(db))
        return 4;
    return status == DB_OK ? 0 : 1;
}

static void a_fault_anywhere(enum disk_fault fault)
{
    struct db *a = machine("a"), *b = machine("b"), *db = a;
    char name[160], *was;
    json_t *counts;
    int got = 1, refused = 0, n = 0;

    work(a, "alpha", 1000000);
    work(b, "beta", 2000000);
    was = facts(b);
    snprintf(name, sizeof name, "%s", in_dir("moved.ridge"));
    OK(db_export(a, name, &counts));
    json_decref(counts);
    db_close(a);
    db_close(b);
    for (n = 0; got && n < 4000; n += 1 + n / 12) {
        pid_t child = fork();
        if (child == 0)
            _exit(import_with_fault(fault, n, name, was));
        got = book_status(child);
        if (fault == DISK_KILL && got == 128 + SIGKILL) {
            db = machine("b");
            char *now = facts(db);
            cr_assert(!strcmp(now, was) || book_number(db->sql, "SELECT count(*) FROM attempt") == 4);
            got = strcmp(now, was) ? 0 : 1;
            free(now);
            db_close(db);
        }
        cr_assert(got <= 1, "fault at %d: %d", n, got);
        refused += got;
    }
    cr_assert_gt(refused, 5);
    cr_assert_eq(got, 0, "it never went through");
    free(was);
}

Test(transfer, on_a_full_disk_it_is_all_there_or_not_at_all)
{
    a_fault_anywhere(DISK_FULL);
}

Test(transfer, on_a_failing_disk_it_is_all_there_or_not_at_all)
{
    a_fault_anywhere(DISK_EIO);
}

Test(transfer, killed_anywhere_it_is_all_there_or_not_at_all)
{
    a_fault_anywhere(DISK_KILL);
}
