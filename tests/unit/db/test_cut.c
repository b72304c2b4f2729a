/*
 * test_cut.c: files for others, while they are written: killed before each operation, the disk full, a fault, a write
 * interrupted or cut short. What was there stays or is replaced whole; what was not there is whole or not there.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cut.h"
#include "workbook.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/export/export.h"
#include "runner/base/util.h"

enum { KILLED = 128 + SIGKILL, DONE = 0, REFUSED = 1, UNTOUCHED = 2 }; /* UNTOUCHED: fewer operations than n */

static char out[160];

static void enter(void)
{
    cr_assert(book_enter());
    snprintf(out, sizeof out, "%s/out", book_dir);
}

TestSuite(cut, .init = enter, .fini = book_leave, .timeout = 120);

/* Files in the folder whose names begin so; `away`: they are removed. */
static int files(const char *prefix, bool away)
{
    DIR *d = opendir(book_dir);
    int n = 0;

    for (struct dirent *e; d && (e = readdir(d));)
        if (!strncmp(e->d_name, prefix, strlen(prefix))) {
            n++;
            if (away)
                unlinkat(dirfd(d), e->d_name, 0);
        }
    closedir(d);
    return n;
}

/* ---- A file of an export, of the class's and of everything else that is written so ---------- */

enum { SIZE = 100000 };
static char before[SIZE], after[SIZE];

typedef int write_fn(const char *path, const char *bytes, size_t n, struct err *e);

static int write_with(write_fn *fn, enum cut how, int n)
{
    pid_t child = fork();

    if (!child) {
        struct err e = {""};
        cut_arm(how, n);
        int rc = fn(out, after, sizeof after, &e);
        bool hit = cut_fired();
        cut_arm(CUT_NONE, 0);
        _exit(rc && !*e.text ? 99 : !hit ? UNTOUCHED : rc ? REFUSED : DONE);
    }
    return book_status(child);
}

/* What is there now: 'b'efore, 'a'fter, or something else. */
static char content(void)
{
    size_t n = 0;
    char *s = book_read(out, &n), is = '?';

    if (s && n == SIZE)
        is = !memcmp(s, before, SIZE) ? 'b' : !memcmp(s, after, SIZE) ? 'a' : '?';
    free(s);
    return is;
}

static void is_replaced_whole(write_fn *fn)
{
    static const enum cut all[] = {CUT_KILL, CUT_FULL, CUT_EIO, CUT_EINTR, CUT_SHORT};
    int seen[256] = {0};

    memset(before, 'b', sizeof before);
    memset(after, 'a', sizeof after);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (int n = 0, got = -1; got != UNTOUCHED; n++) {
            cr_assert(book_write(out, before, sizeof before) && n < 100);
            got = write_with(fn, all[k], n);
            char is = content();
            seen[got]++;
            cr_assert(is == 'a' || is == 'b', "fault %zu at %d: in pieces", k, n);
            cr_assert(got == KILLED || got == DONE || got == REFUSED || got == UNTOUCHED, "fault %zu at %d: %d", k, n,
                      got);
            cr_assert(is == 'a' || got == KILLED || got == REFUSED, "fault %zu at %d: said done, and is not", k, n);
            cr_assert(all[k] < CUT_EINTR || got != REFUSED, "a write that was interrupted or short goes on");
            cr_assert(got == KILLED || files("out", false) == 1, "fault %zu at %d: left beside the file", k, n);
            files("out", true);
        }
    cr_assert(seen[KILLED] > 4 && seen[REFUSED] > 6 && seen[DONE] > 2, "%d killed, %d refused, %d done", seen[KILLED],
              seen[REFUSED], seen[DONE]);
}

Test(cut, an_export_of_a_class)
{
    is_replaced_whole(export_write);
}

Test(cut, a_page_a_bundle_a_receipt)
{
    is_replaced_whole(util_write_whole);
}

/* ---- All of a learner's data ------------------------------------------------------------ */

static int export_with(enum cut how, int n)
{
    pid_t child = fork();

    if (!child) {
        json_t *counts = NULL;
        struct db *db = book_open(0);
        if (!db)
            _exit(98);
        cut_arm(how, n);
        enum db_status s = db_export(db, out, &counts);
        bool hit = cut_fired();
        cut_arm(CUT_NONE, 0);
        _exit(s != DB_OK && strlen(db_error(db)) < 20 ? 99 : !hit ? UNTOUCHED : s == DB_OK ? DONE : REFUSED);
    }
    return book_status(child);
}

/* Can another machine take it in, all of it? */
static bool is_whole(void)
{
    struct db *db = NULL;
    json_t *brought = NULL;
    char other[170];

    snprintf(other, sizeof other, "%s/other.db", book_dir);
    bool good = db_open(other, DB_CREATE, &db, NULL) == DB_OK && db_import(db, out, &brought) == DB_OK &&
                book_number(db->sql, "SELECT count(*) FROM note") == 20;
    json_decref(brought);
    db_close(db);
    files("other.db", true);
    return good;
}

Test(cut, all_of_a_learners_data)
{
    static const enum cut all[] = {CUT_KILL, CUT_FULL, CUT_EIO, CUT_EINTR, CUT_SHORT};
    int seen[256] = {0};
    struct db *db = book_open(DB_CREATE);

    cr_assert(db, "%s", book_why());
    for (int k = 0; k < 20; k++)
        cr_assert_eq(db_note_add(db, "w01", "a note", NULL), DB_OK);
    db_close(db);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        for (int n = 0, got = -1; got != UNTOUCHED; n += 1 + n / 8) {
            cr_assert(n < 4000);
            got = export_with(all[k], n);
            bool there = access(out, F_OK) == 0;
            seen[got]++;
            cr_assert(got == KILLED || got == DONE || got == REFUSED || got == UNTOUCHED, "fault %zu at %d: %d", k, n,
                      got);
            cr_assert(!there || is_whole(), "fault %zu at %d: in pieces", k, n);
            cr_assert(there || got == KILLED || got == REFUSED, "fault %zu at %d: said done, and is not there", k, n);
            cr_assert(all[k] < CUT_EINTR || got != REFUSED, "fault %zu at %d: such a write goes on", k, n);
            files("out", true);
        }
    cr_assert(seen[KILLED] > 20 && seen[REFUSED] > 20 && seen[DONE] > 2, "%d killed, %d refused, %d done", seen[KILLED],
              seen[REFUSED], seen[DONE]);
    db = book_open(0);
    cr_assert(db && book_sound(db), "%s", book_why());
    db_close(db);
}
