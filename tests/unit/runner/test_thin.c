/* test_thin.c: what of a series is kept, be its values finite or not. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "runner/base/js.h"
#include "runner/exec/curve.h"

static json_t *points_of(const json_t *row)
{
    return json_object_get(row, "points");
}

static size_t numbers_in(const json_t *points)
{
    size_t k, n = 0;
    const json_t *p;
    json_array_foreach(points, k, p)
        n += json_is_array(p) ? json_array_size(p) : 1;
    return n;
}

Test(thin, a_short_series_is_kept_as_it_is)
{
    static const float v[] = { 3.5f, 1.25f, 2.f };
    json_t *row = curve_thin(v, RIDGE_F32, 3);
    cr_assert_eq(js_number(row, "n"), 3);
    cr_assert_eq(js_number(row, "bad"), 0);
    cr_assert_eq(js_number(row, "least_at"), 1);
    cr_assert_eq(js_number(row, "last"), 2);
    for (size_t k = 0; k < 3; k++)
        cr_assert_eq(json_real_value(json_array_get(points_of(row), k)), (double)v[k]);
    json_decref(row);
}

Test(thin, nothing_of_a_long_series_is_lost_to_the_least_and_the_most)
{
    enum { N = 12345 };
    double *v = calloc(N, sizeof *v);
    for (int k = 0; k < N; k++)
        v[k] = 10;
    v[777] = -3;
    v[9000] = 99;
    json_t *row = curve_thin(v, RIDGE_F64, N);
    cr_assert_eq(js_number(row, "least_at"), 777);
    cr_assert_eq(json_array_size(points_of(row)), CURVE_PAIRS);
    cr_assert(numbers_in(points_of(row)) <= CURVE_POINTS);
    double least = INFINITY, most = -INFINITY;
    for (size_t k = 0; k < CURVE_PAIRS; k++) {
        const json_t *p = json_array_get(points_of(row), k);
        least = fmin(least, json_number_value(json_array_get(p, 0)));
        most = fmax(most, json_number_value(json_array_get(p, 1)));
    }
    cr_assert_eq(least, -3);
    cr_assert_eq(most, 99);
    json_decref(row);
    free(v);
}

Test(thin, each_step_is_in_one_point)
{
    for (size_t n = CURVE_POINTS - 1; n < 3 * CURVE_POINTS; n++) {
        double *v = calloc(n, sizeof *v);
        for (size_t k = 0; k < n; k++)
            v[k] = (double)k;
        json_t *row = curve_thin(v, RIDGE_F64, n), *points = points_of(row);
        double next = 0;
        cr_assert(numbers_in(points) <= CURVE_POINTS, "%zu", n);
        for (size_t k = 0; k < json_array_size(points); k++) {
            const json_t *p = json_array_get(points, k);
            double lo = json_number_value(json_is_array(p) ? json_array_get(p, 0) : p);
            double hi = json_number_value(json_is_array(p) ? json_array_get(p, 1) : p);
            cr_assert_eq(lo, next, "%zu values, point %zu", n, k);
            next = hi + 1;
        }
        cr_assert_eq(next, (double)n);
        json_decref(row);
        free(v);
    }
}

Test(thin, what_is_not_finite_is_counted_and_not_drawn)
{
    const double v[] = { NAN, 2, INFINITY, -INFINITY }, none[] = { NAN };
    json_t *row = curve_thin(v, RIDGE_F64, 4);
    cr_assert_eq(js_number(row, "bad"), 3);
    cr_assert_eq(js_number(row, "least_at"), 1);
    cr_assert(json_is_null(json_object_get(row, "last")));
    cr_assert(json_is_null(json_array_get(points_of(row), 0)));
    cr_assert_eq(json_number_value(json_array_get(points_of(row), 1)), 2);
    json_decref(row);
    row = curve_thin(none, RIDGE_F64, 1);
    cr_assert(json_is_null(json_object_get(row, "least_at")));
    json_decref(row);
    row = curve_thin(none, RIDGE_F64, 0);
    cr_assert_eq(js_number(row, "n"), 0);
    cr_assert_eq(json_array_size(points_of(row)), 0);
    json_decref(row);
}
