/* ncu_csv.c: reads Nsight Compute's tables, whose text may be hostile. */
#define _GNU_SOURCE
#include "ncu_csv.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/counter_words.h"

enum { COLUMNS = 1024, LINES = 1 << 16 };

static const char SOURCE[] = "ncu";

static bool listed(const struct text *t, const char *metric)
{
    size_t n = strlen(metric);
    for (const char *at = text_str(t); (at = strstr(at, metric)); at += n)
        if ((at == t->s || at[-1] == ',') && (!at[n] || at[n] == ','))
            return true;
    return false;
}

static void ask(struct text *t, const char *metric)
{
    if (metric && !listed(t, metric))
        text_addf(t, "%s%s", t->len ? "," : "", metric);
}

char *ncu_metrics(void)
{
    struct text t = { .cap = 16 << 10 };
    for (const struct counter_word *c = counter_list; c->name; c++)
        if (counter_from(c, SOURCE)) {
            ask(&t, c->ncu.a);
            ask(&t, c->ncu.b);
        }
    return t.s;
}

/* ---- one line of CSV, taken apart in place ----------------------------------------------------------------- */

/* ncu does not double the quotes inside a field: fields end at `","` alone. Returns how many, 0 for no such line. */
static size_t split(char *line, char *field[COLUMNS])
{
    size_t len = strlen(line), n = 0;
    if (len && line[len - 1] == '\r')
        line[--len] = 0;
    if (len < 2 || line[0] != '"' || line[len - 1] != '"')
        return 0;
    line[len - 1] = 0;
    for (char *at = line + 1; at && n < COLUMNS; n++) {
        field[n] = at;
        at = strstr(at, "\",\"");
        if (at) {
            *at = 0;
            at += 3;
        }
    }
    return n;
}

/* "1,048,576", "12.50"; 0 when it is no finite number. */
static int number(const char *s, double *ret)
{
    char clean[64], *end;
    size_t n = 0;
    for (; *s; s++) {
        if (*s == ',')
            continue;
        if (n + 1 >= sizeof clean || (!isdigit((unsigned char)*s) && !strchr("+-.eE", *s)))
            return 0;
        clean[n++] = *s;
    }
    clean[n] = 0;
    errno = 0;
    *ret = strtod(clean, &end);
    return n && !*end && !errno && isfinite(*ret);
}

static char *next_line(char **rest)
{
    char *line = strsep(rest, "\n");
    while (line && *line != '"') /* "==PROF== …", what the program printed */
        line = strsep(rest, "\n");
    return line;
}

static size_t find(char *const *field, size_t n, const char *name)
{
    size_t k = 0;
    while (k < n && strcmp(field[k], name))
        k++;
    return k;
}

/* ---- page raw ---------------------------------------------------------------------------------------------- */

json_t *ncu_raw(const char *text, struct err *e)
{
    char *name[COLUMNS], *unit[COLUMNS], *value[COLUMNS], *copy = strdup(text), *rest = copy;
    char *l0 = next_line(&rest), *l1 = next_line(&rest), *l2 = next_line(&rest);
    size_t n = l0 ? split(l0, name) : 0;
    json_t *m = NULL;
    double v;
    if (!n || find(name, n, "Kernel Name") == n) {
        err_set(e, "Nsight Compute (ncu) wrote no table of metrics.");
    } else if (n == COLUMNS || !l1 || !l2 || split(l1, unit) != n || split(l2, value) != n) {
        err_set(e, "The table of metrics that Nsight Compute (ncu) wrote does not have %zu columns in every row.", n);
    } else {
        m = json_object();
        for (size_t k = 0; k < n; k++)
            if (strstr(name[k], "__") && number(value[k], &v))
                json_object_set_new(m, name[k], json_real(v));
    }
    free(copy);
    return m;
}

static int metric(const json_t *m, const char *name, double *v)
{
    const json_t *x = json_object_get(m, name);
    *v = json_number_value(x);
    return json_is_number(x);
}

/* The sum of all metrics of COUNTER_SHARE, a negative one as 0. */
static double all_shares(const json_t *m)
{
    double sum = 0, v;
    for (const struct counter_word *c = counter_list; c->name; c++)
        if (c->ncu.op == COUNTER_SHARE && metric(m, c->ncu.a, &v) && v > 0)
            sum += v;
    return sum;
}

/* The counter's value from the metrics; false where a metric is missing, or the divisor is 0. */
static bool value_of(const struct counter_word *c, const json_t *m, double shares, double *v)
{
    double b = 0;
    bool have = metric(m, c->ncu.a, v);
    switch (c->ncu.op) {
    case COUNTER_SHARE:
        *v = have && *v > 0 && shares > 0 ? 100 * *v / shares : 0;
        return shares > 0;
    case COUNTER_SUM:
        have &= metric(m, c->ncu.b, &b);
        *v += b;
        return have;
    case COUNTER_QUOTIENT:
        have &= metric(m, c->ncu.b, &b) && b > 0;
        *v = have ? *v / b : 0;
        return have;
    default:
        *v *= c->ncu.scale > 0 ? c->ncu.scale : 1;
        return have;
    }
}

json_t *ncu_counters(const json_t *metrics)
{
    json_t *o = json_object();
    double v, shares = all_shares(metrics);
    for (const struct counter_word *c = counter_list; c->name; c++)
        if (c->ncu.a && counter_from(c, SOURCE) && value_of(c, metrics, shares, &v))
            json_object_set_new(o, c->name, json_real(v));
    return o;
}

/* ---- page source ------------------------------------------------------------------------------------------- */

struct source {
    char *head[COLUMNS], file[80];
    size_t n, samples, inst, sectors, extra, stall, nstalls;
};

/* Where the table has the counter's column; s->n: it has none. */
static size_t column_of(const struct source *s, const char *counter)
{
    return find(s->head, s->n, counter_find(counter)->column);
}

static int read_head(struct source *s, const char *line)
{
    char *copy = strdup(line);
    for (size_t k = 0; k < s->n; k++)
        free(s->head[k]);
    s->n = split(copy, s->head);
    for (size_t k = 0; k < s->n; k++)
        s->head[k] = strdup(s->head[k]);
    free(copy);
    s->samples = column_of(s, "samples");
    s->inst = column_of(s, "inst");
    s->sectors = column_of(s, "g_sec");
    s->extra = column_of(s, "g_sec_extra");
    for (s->stall = 0; s->stall < s->n && strncmp(s->head[s->stall], "stall_", 6);)
        s->stall++;
    for (s->nstalls = 0; s->stall + s->nstalls < s->n; s->nstalls++) {
        const char *h = s->head[s->stall + s->nstalls];
        if (strncmp(h, "stall_", 6) || strchr(h, '('))
            break;
    }
    int whole = s->n > 4 && s->n < COLUMNS && find(s->head, s->n, "Address") == 2;
    return whole && s->samples < s->n && s->inst < s->n ? 0 : -1;
}

static double at(char *const *field, size_t have, const struct source *s, size_t column)
{
    double v;
    /* the text of a source line may hold `","`: columns are counted from the end */
    return column < s->n && number(field[column + have - s->n], &v) ? v : 0;
}

static void most_stalled(json_t *row, char *const *field, size_t have, const struct source *s, double samples)
{
    size_t best = 0;
    for (size_t k = 1; k < s->nstalls; k++)
        if (at(field, have, s, s->stall + k) > at(field, have, s, s->stall + best))
            best = k;
    double v = s->nstalls ? at(field, have, s, s->stall + best) : 0;
    if (!(v > 0) || !(samples > 0))
        return;
    json_object_set_new(row, "stall", json_string(s->head[s->stall + best] + strlen("stall_")));
    json_object_set_new(row, "stall_share", json_real(v / samples));
}

/* A row that sums up a source line has its number, and "-" for an address. */
static void add_line(json_t *list, char *const *field, size_t have, const struct source *s)
{
    double line, samples = at(field, have, s, s->samples), inst = at(field, have, s, s->inst);
    if (!number(field[0], &line) || line < 1 || line > 1e6 || strcmp(field[2 + have - s->n], "-"))
        return;
    if (!(inst > 0 || samples > 0))
        return;
    json_t *row = json_pack("{s:s s:i s:f s:f s:f s:f}", "file", s->file, "line", (int)line, "samples", samples,
                            "inst", inst, "g_sec", at(field, have, s, s->sectors), "g_sec_extra",
                            at(field, have, s, s->extra));
    if (!row)
        return; /* the name of the file is no UTF-8 */
    most_stalled(row, field, have, s, samples);
    json_array_append_new(list, row);
}

static void file_of(struct source *s, const char *line)
{
    const char *path = strstr(line, "\",\"");
    const char *slash = strrchr(path ? path : line, '/');
    const char *name = slash ? slash + 1 : path ? path + 3 : "";
    snprintf(s->file, sizeof s->file, "%.*s", (int)strcspn(name, "\"\r"), name);
}

json_t *ncu_lines(const char *text, struct err *e)
{
    struct source s = { .n = 0 };
    char *field[COLUMNS], *copy = strdup(text), *rest = copy;
    json_t *list = json_array();
    int seen = 0, bad = 0, lines = 0;
    for (char *line = next_line(&rest); line && !bad && lines < LINES; line = next_line(&rest), lines++) {
        if (!strncmp(line, "\"File ", 6)) {
            file_of(&s, line);
        } else if (!strncmp(line, "\"Line No\"", 9)) {
            bad = read_head(&s, line);
            seen = 1;
        } else if (s.n && strncmp(line, "\"Function Name\"", 15)) {
            size_t have = split(line, field);
            if (have >= s.n)
                add_line(list, field, have, &s);
        }
    }
    for (size_t k = 0; k < s.n; k++)
        free(s.head[k]);
    free(copy);
    if (seen && !bad)
        return list;
    json_decref(list);
    err_set(e, "The table of source lines that Nsight Compute (ncu) wrote lacks the columns that are read.");
    return NULL;
}

int ncu_refusal(const char *output, char *ret, size_t n)
{
    const char *error = strstr(output, "==ERROR== ");
    if (strstr(output, "ERR_NVGPUCTRPERM")) {
        snprintf(ret, n,
                 "The driver keeps the GPU's counters for administrators (ERR_NVGPUCTRPERM). Once: echo 'options "
                 "nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee /etc/modprobe.d/nvidia-profiling.conf, "
                 "then reboot (or unload and load the nvidia module); in a container: --cap-add=SYS_ADMIN");
        return 1;
    }
    if (error)
        snprintf(ret, n, "ncu: %.*s", (int)strcspn(error + 10, "\r\n"), error + 10);
    return error != NULL;
}
