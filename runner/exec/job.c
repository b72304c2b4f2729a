/* The job itself: what is in the lab, what goes into the report and out as events. */
#define _GNU_SOURCE
#include "job.h"
#include "runner/base/js.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

json_t *job_text(const char *s)
{
    json_t *t = json_string(s);
    if (!t) { /* a cut or foreign sequence in it: no row may be lost for that */
        char *clean = util_clean(s, strlen(s), 1);
        t = json_string(clean);
        free(clean);
    }
    return t;
}

/* Half of a BLAKE2b: who has computed this number from inputs has neither the root nor another case's. */
static uint64_t seed_from(const char *what, uint64_t root, const struct lab_run *run)
{
    char hex[33], base[40];
    snprintf(base, sizeof base, "%llu", (unsigned long long)root);
    util_hash(hex, what, base, run->of->id, run->name, NULL);
    hex[16] = 0;
    return strtoull(hex, NULL, 16);
}

uint64_t job_case_seed(const struct job *j, const struct lab_run *run)
{
    return seed_from("seed", run->of->hidden ? j->secret : j->seed, run);
}

uint64_t job_count_seed(const struct job *j, const struct lab_run *run)
{
    return seed_from("seed", j->seed, run);
}

uint64_t job_order_seed(const struct job *j, const struct lab_run *run, int k)
{
    char what[32];
    snprintf(what, sizeof what, "order %d", k);
    return seed_from(what, j->secret, run);
}

int job_event(json_t *event)
{
    char *s = json_dumps(event, JSON_COMPACT | JSON_ENCODE_ANY);
    size_t n = s ? strlen(s) : 0, done = 0;
    if (s)
        s[n] = '\n';
    while (s && done < n + 1) {
        ssize_t k = write(STDOUT_FILENO, s + done, n + 1 - done);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            break;
        done += (size_t)k;
    }
    int whole = s && done == n + 1;
    free(s);
    json_decref(event);
    return whole ? 0 : -1;
}

static const char *where = "";

void job_phases_are(const char *suffix)
{
    where = suffix;
}

/* Seconds of a processor, of this process and of all that it has waited for. */
static double cpu_so_far(void)
{
    static const int who[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
    double s = 0;
    for (size_t k = 0; k < sizeof who / sizeof *who; k++) {
        struct rusage u = { 0 };
        getrusage(who[k], &u);
        s += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    }
    return s;
}

void job_phase(const char *phase, const char *state, double ms)
{
    static double begun;
    char name[64];
    int starts = !strcmp(state, "start");
    double cpu = cpu_so_far();
    snprintf(name, sizeof name, "%s%s", phase, where);
    job_event(json_pack("{s:s s:s s:s s:f s:f}", "event", "phase", "phase", name, "state", state, "ms", ms, "cpu_s",
                        starts ? 0 : cpu - begun));
    begun = cpu;
}

void job_step(const char *phase, const char *fmt, ...)
{
    char text[300], name[64];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    snprintf(name, sizeof name, "%s%s", phase, where);
    job_event(json_pack("{s:s s:s s:o}", "event", "step", "phase", name, "text", job_text(text)));
}

json_t *job_list(struct job *j, const char *key)
{
    json_t *a = json_object_get(j->report, key);
    if (!a) {
        a = json_array();
        json_object_set_new(j->report, key, a);
    }
    return a;
}

void job_skip(struct job *j, const char *phase, const char *why)
{
    json_array_append_new(job_list(j, "skipped"), json_pack("{s:s s:o}", "phase", phase, "why", job_text(why)));
}

void job_charge(struct job *j, const char *phase, const char *why)
{
    json_array_append_new(job_list(j, "skipped"),
                          json_pack("{s:s s:b s:o}", "phase", phase, "charged", 1, "why", job_text(why)));
}

void job_doubt(struct job *j, const char *phase, const char *why)
{
    json_array_append_new(job_list(j, "skipped"),
                          json_pack("{s:s s:b s:o}", "phase", phase, "doubted", 1, "why", job_text(why)));
}

void job_refuse(struct job *j, const char *phase, const char *why, const char *log)
{
    const char *error = log;
    while ((error = strstr(error, ": error: ")) && (error == log || !isdigit((unsigned char)error[-1])))
        error++;
    char said[400];
    if (!error) {
        snprintf(said, sizeof said, *log ? "%s: %.*s" : "%s", why, (int)strcspn(log, "\n"), log);
        job_skip(j, phase, said);
        return;
    }
    int n = (int)strcspn(error += strlen(": error: "), "\n");
    snprintf(said, sizeof said, "%s: %.*s", why, n < 300 ? n : 300, error);
    job_charge(j, phase, said);
}

json_t *job_case_row(const struct case_memory *b, const char *status, const char *message, double ms)
{
    return json_pack("{s:s s:s s:b s:s s:o s:f}", "case", b->case_id, "call", b->call_name, "hidden",
                     b->of->hidden, "status", status, "message",
                     job_text(message), "ms", ms);
}

const json_t *job_case_said(const struct job *j, const struct case_memory *b)
{
    size_t k;
    const json_t *row;
    json_array_foreach(json_object_get(j->report, "cases"), k, row)
        if (!strcmp(util_str(row, "case", ""), b->case_id) && !strcmp(util_str(row, "call", ""), b->call_name))
            return row;
    return NULL;
}

int job_case_failed(const struct job *j, const struct case_memory *b)
{
    const char *status = util_str(job_case_said(j, b), "status", "");
    return !strcmp(status, "FAIL") || !strcmp(status, "ERROR");
}

void job_count(struct job *j, const struct case_memory *b, const char *name, double value, const char *source)
{
    if (!isfinite(value)) {
        char why[160];
        snprintf(why, sizeof why, "The counter %s of case %s is not a number.", name, b->case_id);
        job_skip(j, "counters", why);
        return;
    }
    json_array_append_new(job_list(j, "counters"),
                          json_pack("{s:s s:s s:s s:f s:s}", "case", b->case_id, "call", b->call_name,
                                    "name", name, "value", value, "source", source));
}

void job_lab_counters(struct job *j, const struct case_memory *b, const struct verify_result *r)
{
    for (int k = 0; k < r->counted.ncounters; k++)
        job_count(j, b, r->counted.counters[k].name, r->counted.counters[k].value, "lab");
}

void job_doubt_row(struct job *j, const struct lab_bench *bench, const struct case_memory *b, const char *why)
{
    json_t *m = json_pack("{s:s s:s s:s s:s s:i s:n s:o s:s}", "bench", bench->id, "call", b->call_name, "case",
                          b->case_id, "clock", "counter", "pairs", 1, "ratio", "error", job_text(why), "fault",
                          "count");
    json_array_append_new(job_list(j, "measurements"), m);
}

void job_fewer_row(struct job *j, const struct lab_bench *bench, const struct case_memory *b, double reference,
                   double learner, const char *error)
{
    json_t *m = json_pack("{s:s s:s s:s s:s s:i}", "bench", bench->id, "call", b->call_name, "case", b->case_id,
                          "clock", "counter", "pairs", 1);
    if (error) {
        json_object_set_new(m, "ratio", json_null());
        json_object_set_new(m, "error", job_text(error));
    } else {
        static const char *const keys[] = { "ratio", "lo", "hi" };
        for (int k = 0; k < 3; k++)
            json_object_set_new(m, keys[k], js_real(reference / learner));
        json_object_set_new(m, "t_reference", js_real(reference));
        json_object_set_new(m, "t_learner", js_real(learner));
        json_object_set_new(m, "busy", json_false());
        json_object_set_new(m, "note", json_string(bench->metric));
    }
    json_array_append_new(job_list(j, "measurements"), m);
}
