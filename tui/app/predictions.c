/* Said against measured. */
#define _GNU_SOURCE
#include "predictions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"

/* One figure a prediction: the log of a number's factor, or 1 for a right choice and 0 for a wrong one. */
struct series {
    double *x;
    size_t n;
};

static double mean(const double *x, size_t from, size_t to)
{
    double sum = 0;
    for (size_t k = from; k < to; k++)
        sum += x[k];
    return to > from ? sum / (double)(to - from) : 0;
}

static void add(struct series *numbers, struct series *choices, const json_t *row)
{
    double said = js_number(row, "value"), was = js_number(row, "measured");
    const char *choice = js_text(row, "choice"), *right = js_text(row, "measured_choice");
    if (*choice && *right)
        choices->x[choices->n++] = !strcmp(choice, right);
    else if (said > 0 && was > 0)
        numbers->x[numbers->n++] = fabs(log(said / was));
}

static void tell_numbers(json_t *to, const struct series *s)
{
    json_object_set_new(to, "numbers", json_integer((json_int_t)s->n));
    if (s->n)
        json_object_set_new(to, "factor", json_real(exp(mean(s->x, 0, s->n))));
    if (s->n < PREDICTIONS_FEW)
        return;
    json_object_set_new(to, "factor_first", json_real(exp(mean(s->x, 0, s->n / 2))));
    json_object_set_new(to, "factor_last", json_real(exp(mean(s->x, s->n / 2, s->n))));
}

static void tell_choices(json_t *to, const struct series *s)
{
    json_object_set_new(to, "choices", json_integer((json_int_t)s->n));
    json_object_set_new(to, "right", json_integer(lround(mean(s->x, 0, s->n) * (double)s->n)));
    if (s->n < PREDICTIONS_FEW)
        return;
    json_object_set_new(to, "right_first", json_real(mean(s->x, 0, s->n / 2)));
    json_object_set_new(to, "right_last", json_real(mean(s->x, s->n / 2, s->n)));
}

/* Of one axis, or of all (NULL). */
static json_t *summary_of(const json_t *rows, const char *axis)
{
    struct series numbers = { 0 }, choices = { 0 };
    json_t *d = json_object();
    size_t k, n = json_array_size(rows);
    const json_t *r;
    numbers.x = calloc(n + 1, sizeof *numbers.x);
    choices.x = calloc(n + 1, sizeof *choices.x);
    if (numbers.x && choices.x)
        json_array_foreach(rows, k, r)
            if (!axis || !strcmp(js_text(r, "axis"), axis))
                add(&numbers, &choices, r);
    tell_numbers(d, &numbers);
    tell_choices(d, &choices);
    free(numbers.x);
    free(choices.x);
    return d;
}

static int is_few(const json_t *d)
{
    return js_number(d, "numbers") < PREDICTIONS_FEW && js_number(d, "choices") < PREDICTIONS_FEW;
}

json_t *predictions_summary(const json_t *rows)
{
    json_t *all = summary_of(rows, NULL), *axes = json_array(), *seen = json_object();
    size_t k;
    const json_t *r;
    json_array_foreach(rows, k, r) {
        const char *axis = js_text(r, "axis");
        if (json_object_get(seen, axis))
            continue;
        json_object_set_new(seen, axis, json_true());
        json_t *d = summary_of(rows, axis);
        json_object_set_new(d, "axis", json_string(axis));
        if (!is_few(d))
            json_array_append(axes, d);
        json_decref(d);
    }
    json_object_set_new(all, "axes", axes);
    json_decref(seen);
    return all;
}
