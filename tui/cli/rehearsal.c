/* Recorded work, played into a workbook that is forgotten: how a capstone's judge is proved. See evidence.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/evidence.h"
#include "runner/base/util.h"

enum { STEPS_MAX = 200 };
static const int64_t first_minute = 1767225600000; /* 2026-01-01; any day would do */

struct rehearsal {
    struct db *db;
    const char *capstone;
    int rev;
    int64_t now;
    int64_t attempt[STEPS_MAX + 1]; /* of the step with that n */
    struct err *e;
};

static int refuse(struct rehearsal *r, const char *what, json_int_t n)
{
    return err_set(r->e, "Step %lld: %s", (long long)n, what);
}

static void pass_time(struct rehearsal *r)
{
    r->now += 60000;
    db_set_clock(r->db, r->now);
}

/* "call/case/name", or a name alone. */
static json_t *counters_of(const json_t *step)
{
    json_t *list = json_array(), *v;
    const char *key;
    json_object_foreach(json_object_get(step, "counters"), key, v) {
        const char *last = strrchr(key, '/'), *first = strchr(key, '/');
        int call = first ? (int)(first - key) : 0, of_case = first != last ? (int)(last - first - 1) : 0;
        json_array_append_new(list, json_pack("{s:s# s:s# s:s s:O s:s}", "call", key, call, "case",
                                              of_case ? first + 1 : "", of_case, "name", last ? last + 1 : key, "value",
                                              v, "source", "recorded"));
    }
    return list;
}

static json_t *curves_of(const json_t *step)
{
    json_t *list = json_array(), *v;
    const char *id;
    json_object_foreach(json_object_get(step, "curves"), id, v)
        json_array_append_new(list, json_pack("{s:s s:s s:s s:s s:i s:i s:i s:O s:O}", "id", id, "call", "train",
                                              "case", "recorded", "title", id, "n", (int)json_array_size(v), "bad", 0,
                                              "least_at", 0, "last", json_array_get(v, json_array_size(v) - 1),
                                              "points", v));
    return list;
}

static json_t *measurements_of(const json_t *step)
{
    static const char *const kept[] = { "bench", "call",        "case",      "clock",  "ratio", "lo",
                                        "hi",    "t_reference", "t_learner", "gflops", "gbps" };
    json_t *list = json_array(), *m = json_object();
    for (size_t k = 0; k < sizeof kept / sizeof kept[0]; k++)
        json_object_set(m, kept[k], json_object_get(step, kept[k]));
    if (json_object_get(step, "bench"))
        json_array_append(list, m);
    json_decref(m);
    return list;
}

static int say(struct rehearsal *r, const json_t *step, const char *field)
{
    char key[160];
    const json_t *v = json_object_get(step, field);
    snprintf(key, sizeof key, "versus:%.140s", util_str(step, "bench", ""));
    if (!json_is_number(v))
        return 0;
    int bad = db_prediction_put(r->db, util_str(step, "lab", ""), key, "speed", json_number_value(v), NULL, "x", NULL);
    pass_time(r);
    return bad != DB_OK;
}

static void measure(struct rehearsal *r, const json_t *step, int64_t attempt)
{
    char key[160];
    snprintf(key, sizeof key, "versus:%.140s", util_str(step, "bench", ""));
    db_prediction_measure(r->db, util_str(step, "lab", ""), key, attempt,
                          json_number_value(json_object_get(step, "ratio")), NULL);
}

/* The milestones that a judge reads: are the results right, and, where the step says so, do the gates hold? */
static json_t *report_of(const json_t *step, const char *status)
{
    const json_t *gates = json_object_get(step, "gates");
    json_t *list = json_pack("[{s:s s:s s:s}]", "id", "correct", "kind", "correct", "status", status);
    if (gates)
        json_array_append_new(list, json_pack("{s:s s:s s:s}", "id", "profile", "kind", "profile", "status",
                                              json_is_true(gates) ? "PASS" : "FAIL"));
    return json_pack("{s:o s:o s:o s:o s:{s:s}}", "milestones", list, "counters", counters_of(step), "curves",
                     curves_of(step), "measurements", measurements_of(step), "machine", "cpu", "recorded");
}

static int play_attempt(struct rehearsal *r, const json_t *step)
{
    json_int_t n = json_integer_value(json_object_get(step, "n"));
    json_int_t versus = json_integer_value(json_object_get(step, "versus"));
    char impl[64] = "learner";
    if (n < 1 || n > STEPS_MAX || versus < 0 || versus > STEPS_MAX)
        return refuse(r, "n and versus are numbers from 1 to 200", n);
    if (versus && !r->attempt[versus])
        return refuse(r, "versus names no step before it", n);
    if (versus)
        snprintf(impl, sizeof impl, "versus:attempt:%lld", (long long)r->attempt[versus]);
    else if (json_object_get(step, "rung"))
        snprintf(impl, sizeof impl, "versus:%.40s", util_str(step, "rung", ""));
    const char *code = util_str(step, "code", ""),
               *status = json_is_false(json_object_get(step, "correct")) ? "FAIL" : "PASS";
    const char *verb = util_str(step, "verb", *util_str(step, "bench", "") ? "bench" : "test"),
               *stage = util_str(step, "stage", NULL);
    int rev = (int)json_integer_value(json_object_get(step, "rev"));
    struct db_file file = { "code.c", code, strlen(code) };
    struct db_attempt at = { .lab = util_str(step, "lab", ""),
                             .lab_rev = rev ? rev : 1,
                             .backend = util_str(step, "backend", "cpu"),
                             .impl = impl,
                             .verb = verb,
                             .status = status,
                             .stage = stage,
                             .max = 1 };
    json_t *report = report_of(step, status);
    int bad = say(r, step, "predict") || db_attempt_insert(r->db, &at, &file, 1, report, &r->attempt[n]) != DB_OK;
    json_decref(report);
    pass_time(r);
    bad = bad || say(r, step, "predict_late");
    measure(r, step, r->attempt[n]);
    return bad ? refuse(r, db_error(r->db), n) : 0;
}

/* The rubric's ticks, as the step has them: [true, false]; without any it is one item, which the text has. */
static json_t *ticks_of(const json_t *step, int *ret_items)
{
    const json_t *said = json_object_get(step, "ticked"), *x;
    json_t *has = json_array();
    size_t k;
    *ret_items = said ? (int)json_array_size(said) : 1;
    if (!said)
        json_array_append_new(has, json_integer(1));
    json_array_foreach(said, k, x)
        if (json_is_true(x))
            json_array_append_new(has, json_integer((json_int_t)k + 1));
    return has;
}

static int play_answer(struct rehearsal *r, const json_t *step)
{
    struct text t = { .cap = 1 << 20 };
    size_t k;
    const json_t *line;
    int64_t id = 0;
    int items;
    json_t *has = ticks_of(step, &items);
    json_array_foreach(json_object_get(step, "text"), k, line)
        text_addf(&t, "%s%s", k ? " " : "", json_string_value(line));
    int bad = db_answer_put(r->db, r->capstone, r->rev, util_str(step, "answer", ""), NULL, text_str(&t), "PENDING",
                            &id) != DB_OK ||
              db_rubric_put(r->db, id, "self", has, items) != DB_OK;
    json_decref(has);
    text_finish(&t);
    pass_time(r);
    return bad ? refuse(r, db_error(r->db), 0) : 0;
}

int evidence_play(struct db *db, const json_t *lab, const char *text, struct err *e)
{
    json_error_t at;
    struct rehearsal r = { .db = db, .capstone = util_str(lab, "id", ""),
                           .rev = (int)json_integer_value(json_object_get(lab, "rev")), .now = first_minute,
                           .e = e };
    json_t *script = json_loads(text, JSON_REJECT_DUPLICATES, &at);
    size_t k;
    const json_t *step;
    int bad = 0;
    if (!script)
        return err_set(e, "Line %d: %s", at.line, at.text);
    pass_time(&r);
    json_array_foreach(json_object_get(script, "steps"), k, step)
        if (!bad)
            bad = json_object_get(step, "answer") ? play_answer(&r, step) : play_attempt(&r, step);
    json_decref(script);
    return bad;
}

json_t *evidence_rehearse(const json_t *lab, const char *text, struct err *e)
{
    struct db *db = NULL;
    json_t *evidence = NULL;
    if (db_open("", DB_MEMORY, &db, e) == DB_OK && !evidence_play(db, lab, text, e) &&
        !(evidence = evidence_gather(db, lab)))
        err_set(e, "%s", db_error(db));
    db_close(db);
    return evidence;
}
