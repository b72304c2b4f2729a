/* test_total.c: what labs come to together: weights, the lowest left out, excuses, and sections of a roster. */
#include "grader/class/total.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "runner/base/util.h"

TestSuite(total, .timeout = 30);

/* Three labs of 100, 50 and 10 points: a did all, b's second was not handed in, c is excused from the first. */
static json_t *sheet(void)
{
    json_t *s = json_loads(
        "{\"labs\":[\"x\",\"y\",\"z\"],\"rows\":["
        "{\"key\":\"a\",\"name\":\"A\",\"section\":\"1\",\"labs\":{\"x\":{\"grade\":50,\"max\":100},"
        "\"y\":{\"grade\":50,\"max\":50},\"z\":{\"grade\":5,\"max\":10}}},"
        "{\"key\":\"b\",\"name\":\"B\",\"section\":\"\",\"labs\":{\"x\":{\"grade\":100,\"max\":100},"
        "\"y\":{\"grade\":0,\"max\":0},\"z\":{\"grade\":12,\"max\":10}}},"
        "{\"key\":\"c\",\"name\":\"C\",\"section\":\"\",\"labs\":{\"x\":{\"grade\":null,\"max\":0},"
        "\"y\":{\"grade\":25,\"max\":50},\"z\":{\"grade\":null,\"max\":0}}}]}", 0, NULL);
    cr_assert(s);
    return s;
}

static double total(const char *rules, size_t row, size_t *dropped)
{
    json_t *s = sheet(), *r = json_loads(rules, 0, NULL), *t = total_of(s, r);
    const json_t *it = json_array_get(json_object_get(t, "rows"), row), *v = json_object_get(it, "total");
    double ret = json_is_number(v) ? json_number_value(v) : NAN;
    *dropped = json_array_size(json_object_get(it, "dropped"));
    json_decref(t);
    json_decref(r);
    json_decref(s);
    return ret;
}

Test(total, weights_excuses_and_the_lowest)
{
    static const struct {
        const char *rules;
        size_t row;
        double total;
        size_t dropped;
    } rows[] = {
        { "{}", 0, 105.0 / 160, 0 },
        { "{}", 1, 112.0 / 160, 0 }, /* what was not handed in is nothing; a bonus counts */
        { "{}", 2, 0.5, 0 },         /* an excuse takes the lab away */
        { "{\"weights\":{\"x\":1,\"y\":1}}", 0, 0.75, 0 },
        { "{\"weights\":{\"x\":1,\"y\":3}}", 1, 0.25, 0 },
        { "{\"weights\":{\"x\":1}}", 2, NAN, 0 },
        { "{\"drop_lowest\":1}", 0, 55.0 / 60, 1 }, /* of two halves the heavier */
        { "{\"drop_lowest\":1}", 1, 112.0 / 110, 1 },
        { "{\"drop_lowest\":1}", 2, 0.5, 0 },
        { "{\"drop_lowest\":9}", 0, 1, 2 }, /* the last one stays */
        { "{\"weights\":{\"x\":-1,\"y\":0}}", 0, NAN, 0 },
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t dropped;
        double t = total(rows[k].rules, rows[k].row, &dropped);
        cr_expect(isnan(rows[k].total) ? isnan(t) : fabs(t - rows[k].total) < 1e-9, "row %zu: %g", k, t);
        cr_expect_eq(dropped, rows[k].dropped, "row %zu: %zu", k, dropped);
    }
}

Test(total, a_lab_s_bins_and_median_are_of_the_graded)
{
    json_t *s = sheet(), *t = total_of(s, NULL), *y = json_array_get(json_object_get(t, "labs"), 1);
    json_t *z = json_array_get(json_object_get(t, "labs"), 2), *bins = json_object_get(y, "bins");
    cr_expect_eq(json_integer_value(json_object_get(y, "graded")), 2);
    cr_expect_float_eq(json_number_value(json_object_get(y, "median")), 0.75, 1e-12);
    cr_expect_eq(json_integer_value(json_array_get(bins, 5)), 1);
    cr_expect_eq(json_integer_value(json_array_get(bins, 9)), 1, "all the points are in the last tenth");
    cr_expect_eq(json_integer_value(json_array_get(json_object_get(z, "bins"), 9)), 1, "so is a bonus");
    json_decref(t);
    json_decref(s);
}

Test(total, sections_as_rosters_write_them)
{
    static const struct {
        const char *entry, *name;
        bool in;
    } rows[] = {
        { "A", "A", true },          { "A", "a", true },           { "A", "B", false },
        { "", "A", false },          { "Lab 1 and Lab 2", "Lab 2", true }, { "Lab 1 and Lab 2", "lab 1", true },
        { "Lab 1 and Lab 2", "Lab", false }, { "001; 002", "002", true },  { "001,002 ", "002", true },
        { "001,002", "001,002", true }, { "Sand and Water", "Sand and Water", true }, { "AB", "A", false },
        { ",;, and ", "", false },   { "A,,B", "B", true },
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        cr_expect_eq(total_in_section(rows[k].entry, rows[k].name), rows[k].in, "row %zu: %s", k, rows[k].entry);
}
