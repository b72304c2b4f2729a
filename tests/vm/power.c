/*
 * power.c: a class graded without end, each verdict told once it is stored; and what of that a workbook holds.
 *
 *     power grade DB            tells a line a verdict: the audit's last row and its hash
 *     power eat DB              the same, with reports that grow until the memory is used up
 *     power check DB < LINES    0 and a count when the workbook is sound and every line that was told is in its audit
 */
#include "tests/unit/db/workbook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct db *must_open(const char *path, unsigned flags)
{
    struct err err = { "" };
    struct db *db = NULL;

    if (db_open(path, flags, &db, &err) == DB_OK)
        return db;
    fprintf(stderr, "%s\n", err.text);
    exit(1);
}

static void need(struct db *db, bool good)
{
    if (good)
        return;
    fprintf(stderr, "%s %s\n", book_why(), db_error(db));
    exit(1);
}

/* The next in the queue; its report has so many rows. */
static void grade_one(struct db *db, int rows)
{
    json_t *job = NULL, *list = json_array();

    need(db, db_grading_lease(db, NULL, "power", CLASS_TTL, &job) == DB_OK);
    for (int k = 0; k < rows; k++)
        json_array_append_new(list, json_pack("{s:i, s:s}", "case", k, "message", "as long as most of them are"));
    json_t *report = json_pack("{s:o}", "cases", list);
    const struct db_grading g = {.status = "PASS", .points = 1, .max = 1, .report = report};
    need(db, db_grading_done(db, json_integer_value(json_object_get(job, "id")), "power", &g) == DB_OK);
    json_decref(report);
    json_decref(job);
}

/* Until somebody ends it. */
__attribute__((noreturn)) static void grade(struct db *db, bool eats)
{
    struct class_end end;
    int64_t id;

    for (int k = 0;; k++) {
        need(db, class_hand_in(db, k, &id) == DB_OK);
        grade_one(db, eats ? 100 << k % 20 : 10);
        need(db, class_end(db, &end));
        printf("%lld %s\n", (long long)end.id, end.hash);
        fflush(stdout);
    }
}

static int check(struct db *db)
{
    struct class_end end;
    int64_t bad = -1, done;
    int lines = 0;
    long long id;

    for (; scanf("%lld %64s", &id, end.hash) == 2; lines++) {
        end.id = id;
        if (strlen(end.hash) == 64) /* the last one may be cut short */
            need(db, class_has(db, &end));
    }
    need(db, db_audit_check(db, &bad) == DB_OK);
    if (bad)
        book_fail("row %lld of the audit is broken", (long long)bad);
    need(db, bad == 0 && book_sound(db));
    done = book_number(db->sql, "SELECT count(*) FROM grading WHERE state = 'done'");
    printf("%d verdicts told, all of them there; %lld graded\n", lines, (long long)done);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "check"))
        return check(must_open(argv[2], 0));
    if (argc == 3 && (!strcmp(argv[1], "grade") || !strcmp(argv[1], "eat")))
        grade(must_open(argv[2], DB_CREATE), *argv[1] == 'e');
    fprintf(stderr, "usage: power grade|eat|check DB\n");
    return 2;
}
