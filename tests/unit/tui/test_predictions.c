/* test_predictions.c: said against measured, over time and by axis. */
#include <criterion/criterion.h>
#include <math.h>

#include "tui/app/predictions.h"

static void number(json_t *rows, const char *axis, double said, double measured)
{
    json_array_append_new(rows, json_pack("{s:s s:f s:n s:f s:n}", "axis", axis, "value", said, "choice", "measured",
                                          measured, "measured_choice"));
}

static void choice(json_t *rows, const char *axis, const char *said, const char *measured)
{
    json_array_append_new(rows, json_pack("{s:s s:n s:s s:n s:s?}", "axis", axis, "value", "choice", said, "measured",
                                          "measured_choice", measured));
}

static double of(const json_t *d, const char *key)
{
    const json_t *v = json_object_get(d, key);
    return json_is_number(v) ? json_number_value(v) : NAN;
}

Test(predictions, too_high_and_too_low_count_alike_and_time_shows)
{
    json_t *rows = json_array();
    number(rows, "flops", 800, 100);
    number(rows, "flops", 100, 200);
    number(rows, "flops", 100, 100);
    number(rows, "flops", 100, 100);
    json_t *d = predictions_summary(rows), *axis = json_array_get(json_object_get(d, "axes"), 0);
    cr_assert_float_eq(of(d, "factor"), 2, 1e-9);
    cr_assert_float_eq(of(d, "factor_first"), 4, 1e-9);
    cr_assert_float_eq(of(d, "factor_last"), 1, 1e-9);
    cr_assert_str_eq(json_string_value(json_object_get(axis, "axis")), "flops");
    cr_assert_eq(of(axis, "numbers"), 4);
    cr_assert_float_eq(of(axis, "factor_first"), 4, 1e-9);
    json_decref(d);
    json_decref(rows);
}

Test(predictions, choices_are_right_or_wrong)
{
    json_t *rows = json_array();
    choice(rows, "failure", "a", "b");
    choice(rows, "failure", "a", "a");
    choice(rows, "failure", "b", "b");
    choice(rows, "failure", "b", "b");
    choice(rows, "failure", "b", NULL);
    json_t *d = predictions_summary(rows);
    cr_assert_eq(of(d, "choices"), 4);
    cr_assert_eq(of(d, "right"), 3);
    cr_assert_float_eq(of(d, "right_first"), 0.5, 1e-9);
    cr_assert_float_eq(of(d, "right_last"), 1, 1e-9);
    cr_assert(isnan(of(d, "factor")));
    json_decref(d);
    json_decref(rows);
}

Test(predictions, a_few_make_no_trend_and_no_axis)
{
    json_t *rows = json_array();
    for (int k = 0; k < PREDICTIONS_FEW - 1; k++)
        number(rows, "bytes", 3, 1);
    number(rows, "flops", 3, 0);
    choice(rows, "failure", "a", "b");
    json_t *d = predictions_summary(rows), *none = predictions_summary(NULL);
    cr_assert_float_eq(of(d, "factor"), 3, 1e-9);
    cr_assert(isnan(of(d, "factor_first")));
    cr_assert_eq(json_array_size(json_object_get(d, "axes")), 0);
    cr_assert_eq(of(none, "numbers"), 0);
    json_decref(none);
    json_decref(d);
    json_decref(rows);
}
