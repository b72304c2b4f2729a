/* test_db_curves.c: the series of runs, kept as far as a run may, and read back. */
#include <criterion/criterion.h>
#include <string.h>

#include "workbook.h"

#define OK(call) cr_assert_eq((call), DB_OK, "%s", db_error(db))

static int64_t int_at(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

static const char *text_at(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static struct db *opened(void)
{
    struct db *db = book_open(DB_CREATE);

    cr_assert(db, "%s", book_why());
    return db;
}

static void enter(void)
{
    cr_assert(book_enter());
}

TestSuite(db_curves, .init = enter, .fini = book_leave, .timeout = 120);

/* `n` points of two numbers each, of a curve with this id. */
static json_t *curve_of(const char *id, size_t n)
{
    json_t *points = json_array();

    for (size_t k = 0; k < n; k++)
        json_array_append_new(points, json_pack("[ff]", 1.0, 2.0));
    return json_pack("{s:s s:s s:s s:s s:i s:i s:i s:f s:o}", "id", id, "call", "train", "case", "eight", "title",
                     "Loss", "n", (int)(3 * n), "bad", 1, "least_at", 4, "last", 1.5, "points", points);
}

Test(db_curves, curves_are_kept_as_far_as_a_run_may)
{
    struct db *db = opened();
    const struct db_attempt a = {.lab = "c01", .lab_rev = 1, .status = "PASS"};
    json_t *report = json_object(), *list = json_array(), *got = NULL, *row;
    char id[16];
    int64_t first, second;

    json_object_set_new(report, "curves", list);
    json_array_append_new(list, json_pack("{s:s s:[s]}", "id", "odd", "points", "no number"));
    json_array_append_new(list, curve_of("too-long", 257));
    json_array_append_new(list, curve_of("loss", 256));
    json_array_append_new(list, curve_of("loss", 2)); /* its id is there */
    for (int k = 0; k < 9; k++) {
        snprintf(id, sizeof id, "c%d", k);
        json_array_append_new(list, curve_of(id, 3));
    }
    OK(db_attempt_insert(db, &a, NULL, 0, report, &first));
    json_array_clear(list);
    json_array_append_new(list, curve_of("loss", 1));
    OK(db_attempt_insert(db, &a, NULL, 0, report, &second));

    OK(db_curves(db, "c01", first, 100, &got));
    cr_assert_eq(json_array_size(got), 5); /* eight rows were looked at, and three of them are no curve */
    row = json_array_get(got, 0);
    cr_assert_str_eq(text_at(row, "id"), "loss");
    cr_assert_eq(json_array_size(json_object_get(row, "points")), 256);
    cr_assert(int_at(row, "n") == 768 && int_at(row, "bad") == 1 && int_at(row, "least_at") == 4);
    cr_assert_float_eq(json_real_value(json_object_get(row, "last")), 1.5, 0);
    json_decref(got);
    OK(db_curves(db, "c01", 0, 2, &got));
    cr_assert_eq(int_at(json_array_get(got, 0), "attempt"), second);
    cr_assert_eq(int_at(json_array_get(got, 1), "attempt"), first);
    json_decref(got);
    OK(db_curve_latest(db, &got));
    cr_assert_eq(int_at(got, "attempt"), second);
    cr_assert_str_eq(text_at(got, "lab"), "c01");
    json_decref(got);
    OK(db_curves(db, "c02", 0, 2, &got));
    cr_assert_eq(json_array_size(got), 0);
    json_decref(got);
    json_decref(report);
    db_close(db);
}
