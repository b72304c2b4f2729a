/* bench_trend.c: the curve of one bench, from the measurements that the workbook holds. */
#include "bench_trend.h"

#include "runner/base/js.h"

void bench_trend_load(struct app *a, const char *lab, const char *bench, struct bench_trend *ret)
{
    json_t *rows = NULL;
    *ret = (struct bench_trend){ .bench = bench };
    if (!a->db || db_measurements(a->db, lab, bench, BENCH_TREND_RUNS, &rows) != DB_OK)
        return;
    for (size_t k = json_array_size(rows); k-- > 0;) { /* rows come newest first */
        const json_t *m = json_array_get(rows, k);
        if (!(js_number(m, "ratio") > 0))
            continue;
        ret->ratio[ret->n] = js_number(m, "ratio");
        ret->attempt[ret->n++] = (long long)js_number(m, "attempt");
    }
    json_decref(rows);
}

double bench_trend_best(const struct bench_trend *t)
{
    double top = 0;
    for (size_t k = 0; k < t->n; k++)
        top = t->ratio[k] > top ? t->ratio[k] : top;
    return top;
}

size_t bench_trend_step(const struct bench_trend *t)
{
    size_t best = 0;
    double most = 1.02; /* less is within the noise */
    for (size_t k = 1; k < t->n; k++)
        if (t->ratio[k - 1] > 0 && t->ratio[k] / t->ratio[k - 1] > most) {
            most = t->ratio[k] / t->ratio[k - 1];
            best = k;
        }
    return best;
}
