/*
 * own_folder.h: a folder and a workbook of its own for each test, and how these tests read a number or a text. A test
 * program includes this once.
 */
#ifndef RIDGE_TEST_OWN_FOLDER_H
#define RIDGE_TEST_OWN_FOLDER_H

#include <ftw.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workbook_test.h"

static char dir[64], path[128];
static struct err err;

static void enter(void)
{
    snprintf(dir, sizeof dir, "/tmp/ridge-db-%d-%08x", (int)getpid(),
             (unsigned)randombytes_random());
    cr_assert_eq(mkdir(dir, 0700), 0);
    snprintf(path, sizeof path, "%s/ridge.db", dir);
}

static int remove_one(const char *p, const struct stat *st, int flag, struct FTW *ftw)
{
    (void)st, (void)flag, (void)ftw;
    return remove(p);
}

static void leave(void)
{
    nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static struct db *must_open(unsigned flags)
{
    struct db *db = NULL;
    enum db_status status = db_open(path, flags, &db, &err);

    cr_assert_eq(status, DB_OK, "%s: %s", db_status_name(status), err.text);
    return db;
}

static int64_t number(sqlite3 *sql, const char *query)
{
    int64_t n = -1;

    return db_pragma_int(sql, query, &n) == SQLITE_OK ? n : -1;
}

static json_int_t int_at(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

static const char *text_at(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));

    return s ? s : "(none)";
}

#endif
