#define _GNU_SOURCE
#include "ncu_csv.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 1024, LINES = 1 << 16 };

#define STALLED "smsp__average_warps_issue_stalled_"
#define PER_ISSUE "_per_issue_active.ratio"

/* What is taken as it is, times `scale`. */
static const struct {
    const char *name, *metric;
    double scale;
} plain[] = {
    { "g_ld_req", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 1 },
    { "g_st_req", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 1 },
    { "g_ld_sec", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 1 },
    { "g_st_sec", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 1 },
    { "g_ld_eff", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct", .01 },
    { "g_st_eff", "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct", .01 },
    { "dram_ld_B", "dram__bytes_read.sum", 1 },
    { "dram_st_B", "dram__bytes_write.sum", 1 },
    { "inst", "smsp__inst_executed.sum", 1 },
    { "act_thr", "smsp__average_thread_inst_executed_per_inst_executed.ratio", 1 },
    { "cycles", "sm__cycles_elapsed.max", 1 },
    { "time_us", "gpu__time_duration.sum", 1e-3 },
    { "occ_th", "sm__maximum_warps_per_active_cycle_pct", .01 },
    { "occ_ach", "sm__warps_active.avg.pct_of_peak_sustained_active", .01 },
    { "regs", "launch__registers_per_thread", 1 },
};

/* What is a sum or a ratio of two. */
static const struct {
    const char *name, *a, *b;
    char op;
} derived[] = {
    { "sh_wave", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", '+' },
    { "sh_conf", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", '+' },
    { "g_ld_spr", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", '/' },
    { "g_st_spr", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
      "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", '/' },
};

static const char *const stalls[] = {
    "long_scoreboard", "short_scoreboard", "barrier", "math_pipe_throttle", "mio_throttle", "lg_throttle", "wait",
    "not_selected", "selected", "no_instruction", "branch_resolving", "gmma", "membar", "drain", "dispatch_stall",
    "imc_miss", "tex_throttle", "sleeping", "misc"
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

char *ncu_metrics(void)
{
    struct text t = { .cap = 16 << 10 };
    for (size_t k = 0; k < COUNT(plain); k++)
        text_addf(&t, "%s%s", k ? "," : "", plain[k].metric);
    for (size_t k = 0; k < 2; k++) /* the ratios below share their parts with the counters above */
        text_addf(&t, ",%s,%s", derived[k].a, derived[k].b);
    for (size_t k = 0; k < COUNT(stalls); k++)
        text_addf(&t, "," STALLED "%s" PER_ISSUE, stalls[k]);
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
        err_set(e, "ncu wrote no table of metrics");
    } else if (n == COLUMNS || !l1 || !l2 || split(l1, unit) != n || split(l2, value) != n) {
        err_set(e, "ncu's table of metrics does not have %zu columns in every row", n);
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

static void add_stalls(const json_t *m, json_t *to)
{
    double share[COUNT(stalls)], sum = 0;
    char name[128];
    for (size_t k = 0; k < COUNT(stalls); k++) {
        snprintf(name, sizeof name, STALLED "%s" PER_ISSUE, stalls[k]);
        if (!metric(m, name, &share[k]) || share[k] < 0)
            share[k] = 0;
        sum += share[k];
    }
    for (size_t k = 0; sum > 0 && k < COUNT(stalls); k++) {
        snprintf(name, sizeof name, "stall_%s", stalls[k]);
        json_object_set_new(to, name, json_real(100 * share[k] / sum));
    }
}

json_t *ncu_counters(const json_t *metrics)
{
    json_t *o = json_object();
    double a, b;
    for (size_t k = 0; k < COUNT(plain); k++)
        if (metric(metrics, plain[k].metric, &a))
            json_object_set_new(o, plain[k].name, json_real(a * plain[k].scale));
    for (size_t k = 0; k < COUNT(derived); k++) {
        int ratio = derived[k].op == '/';
        if (!metric(metrics, derived[k].a, &a) || !metric(metrics, derived[k].b, &b) || (ratio && !(b > 0)))
            continue;
        json_object_set_new(o, derived[k].name, json_real(ratio ? a / b : a + b));
    }
    add_stalls(metrics, o);
    return o;
}

/* ---- page source ------------------------------------------------------------------------------------------- */

struct source {
    char *head[COLUMNS], file[80];
    size_t n, samples, inst, sectors, extra, stall, nstalls;
};

static int read_head(struct source *s, const char *line)
{
    char *copy = strdup(line);
    for (size_t k = 0; k < s->n; k++)
        free(s->head[k]);
    s->n = split(copy, s->head);
    for (size_t k = 0; k < s->n; k++)
        s->head[k] = strdup(s->head[k]);
    free(copy);
    s->samples = find(s->head, s->n, "# Samples");
    s->inst = find(s->head, s->n, "Instructions Executed");
    s->sectors = find(s->head, s->n, "L2 Theoretical Sectors Global");
    s->extra = find(s->head, s->n, "L2 Theoretical Sectors Global Excessive");
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
    err_set(e, "ncu's table of source lines lacks the columns that are read");
    return NULL;
}

int ncu_refusal(const char *output, char *ret, size_t n)
{
    const char *error = strstr(output, "==ERROR== ");
    if (strstr(output, "ERR_NVGPUCTRPERM")) {
        snprintf(ret, n,
                 "the driver keeps the GPU's counters for administrators (ERR_NVGPUCTRPERM). Once: echo 'options "
                 "nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee /etc/modprobe.d/nvidia-profiling.conf, "
                 "then reboot (or unload and load the nvidia module); in a container: --cap-add=SYS_ADMIN");
        return 1;
    }
    if (error)
        snprintf(ret, n, "ncu: %.*s", (int)strcspn(error + 10, "\r\n"), error + 10);
    return error != NULL;
}
