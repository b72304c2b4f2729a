/*
 * lint.c: a report's errors for programs: lines as gcc writes them, which every editor's quickfix reads, and SARIF.
 */
#define _GNU_SOURCE
#include "text_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is told ---------------------------------------------------------------------------------------- */

static void add(json_t *list, const json_t *error, const char *kernel)
{
    json_t *one = json_pack("{s:O}", "error", error);
    if (kernel)
        json_object_set_new(one, "kernel", json_string(kernel));
    json_array_append_new(list, one);
}

static void add_schedule(json_t *list, const char *text)
{
    json_t *e = json_pack("{s:s s:s s:i s:s}", "kind", "schedule", "file", "", "line", 0, "message", text);
    add(list, e, NULL);
    json_decref(e);
}

static void add_schedules(json_t *list, const json_t *report)
{
    const json_t *rows = json_object_get(report, "schedules"), *row, *e;
    size_t k, j, differ = 0, ends = 0;
    char text[160];
    json_array_foreach(rows, k, row) {
        json_array_foreach(json_object_get(row, "new_errors"), j, e)
            add(list, e, NULL);
        differ += json_is_false(json_object_get(row, "same_output"));
        ends += !json_object_get(row, "ended_early_s") && js_number(row, "exit_code") != js_number(report, "exit_code");
    }
    if (!differ && !ends)
        return;
    snprintf(text, sizeof text,
             "%zu of %zu schedules give another %s: the result depends on the order of threads or streams.",
             differ ? differ : ends, json_array_size(rows), differ ? "output" : "exit code");
    add_schedule(list, text);
}

json_t *simt_findings(const json_t *report)
{
    json_t *list = json_array();
    size_t k, j;
    const json_t *l, *e;
    json_array_foreach(json_object_get(report, "launches"), k, l)
        json_array_foreach(json_object_get(l, "errors"), j, e) {
        if (!error_told(report, k, e))
            add(list, e, util_str(l, "kernel", NULL));
    }
    json_array_foreach(json_object_get(report, "errors"), k, e)
        add(list, e, NULL);
    add_schedules(list, report);
    return list;
}

static const char *level_of(const json_t *e)
{
    return simt_warns(util_str(e, "kind", "")) ? "warning" : "error";
}

static void triple(struct text *t, const char *what, const json_t *v)
{
    if (json_array_size(v) == 3)
        text_addf(t, "%s(%lld,%lld,%lld)", what, (long long)json_integer_value(json_array_get(v, 0)),
                  (long long)json_integer_value(json_array_get(v, 1)),
                  (long long)json_integer_value(json_array_get(v, 2)));
}

/* The thread is named as "thread (1,0,0) of block (0,0,0)"; an error of no thread names nothing. */
static void who(struct text *t, const json_t *e)
{
    triple(t, "thread ", json_object_get(e, "thread"));
    triple(t, " of block ", json_object_get(e, "block"));
}

static void sentence(struct text *t, const json_t *finding)
{
    const json_t *e = json_object_get(finding, "error");
    const char *message = util_str(e, "message", ""), *kernel = util_str(finding, "kernel", NULL);
    struct text at = {0};
    char n[FIGURE];
    who(&at, e);
    text_addf(t, "%s", *message ? message : util_str(e, "kind", "?"));
    if (kernel || at.len)
        text_addf(t, " (%s%s%s", kernel ? kernel : "", kernel && at.len ? ", " : "", text_str(&at));
    if ((kernel || at.len) && js_number(e, "count") > 1)
        text_addf(t, "; %s times in all", figure_count(js_number(e, "count"), n));
    if (kernel || at.len)
        text_addf(t, ")");
    text_finish(&at);
}

/* Where its statement begins, from 1 on: a line is all that is known of a place. */
static int column_of(const struct simt_style *s, const json_t *at)
{
    size_t n, lead = 0;
    struct source *f = source_open(s, util_str(at, "file", ""));
    const char *text = source_line(f, (int)js_number(at, "line"), &n);
    while (lead < n && (text[lead] == ' ' || text[lead] == '\t'))
        lead++;
    source_close(f);
    return lead < n ? (int)lead + 1 : 1;
}

static int has_place(const json_t *at)
{
    return *util_str(at, "file", "") && js_number(at, "line") > 0;
}

/* ---- gcc ------------------------------------------------------------------------------------------------- */

static void gcc_line(const struct simt_style *s, const json_t *at, const char *source, const char *what,
                     const char *text)
{
    if (has_place(at))
        fprintf(s->to, "%s:%.0f:%d: ", util_str(at, "file", ""), js_number(at, "line"), column_of(s, at));
    else
        fprintf(s->to, "%s: ", source);
    fprintf(s->to, "%s: %s", what, text);
}

static void gcc_follows(const struct simt_style *s, const json_t *e, const char *source)
{
    size_t k;
    const json_t *f;
    json_array_foreach(json_object_get(e, "follows"), k, f) {
        gcc_line(s, f, source, "note", "from the same mistake: ");
        fprintf(s->to, "%s\n", util_str(f, "message", ""));
    }
}

void simt_print_gcc(const struct simt_style *s, const json_t *findings, const char *source)
{
    size_t k;
    const json_t *one;
    json_array_foreach(findings, k, one) {
        const json_t *e = json_object_get(one, "error"), *other = json_object_get(e, "other");
        const char *next = error_advice(e);
        struct text t = {0}, o = {0};
        sentence(&t, one);
        gcc_line(s, e, source, level_of(e), text_str(&t));
        fprintf(s->to, " [%s]\n", util_str(e, "kind", "?"));
        who(&o, other);
        if (has_place(other)) {
            gcc_line(s, other, source, "note",
                     error_of_memory(e) ? "the memory is allocated here" : "the other access");
            fprintf(s->to, "%s%s\n", o.len ? ", of " : "", text_str(&o));
        }
        gcc_follows(s, e, source);
        if (next) {
            gcc_line(s, e, source, "note", next);
            fputc('\n', s->to);
        }
        text_finish(&t);
        text_finish(&o);
    }
}

/* ---- SARIF ----------------------------------------------------------------------------------------------- */

/* A path as a URI reference: relative to where ridge was run, or file:///... */
static json_t *uri_of(const char *path)
{
    struct text t = {0};
    if (*path == '/')
        text_addf(&t, "file://");
    for (const unsigned char *c = (const unsigned char *)path; *c; c++)
        text_addf(&t, isalnum(*c) || strchr("-._~/", *c) ? "%c" : "%%%02X", *c);
    json_t *uri = json_string(text_str(&t));
    text_finish(&t);
    return uri;
}

static json_t *location(const struct simt_style *s, const json_t *at)
{
    return json_pack("{s:{s:{s:o} s:{s:i s:i}}}", "physicalLocation", "artifactLocation", "uri",
                     uri_of(util_str(at, "file", "")), "region", "startLine", (int)js_number(at, "line"),
                     "startColumn", column_of(s, at));
}

static json_t *message(const char *text)
{
    return json_pack("{s:s}", "text", text);
}

/* The number of the kind's rule, which is made where it is not there yet. */
static int rule_of(json_t *rules, const char *kind)
{
    size_t k;
    const json_t *r;
    json_array_foreach(rules, k, r)
        if (!strcmp(util_str(r, "id", ""), kind))
            return (int)k;
    const char *next = kind_advice(kind);
    json_t *rule = json_pack("{s:s s:o s:{s:s}}", "id", kind, "shortDescription", message(kind), "defaultConfiguration",
                             "level", simt_warns(kind) ? "warning" : "error");
    if (next)
        json_object_set_new(rule, "help", message(next));
    json_array_append_new(rules, rule);
    return (int)json_array_size(rules) - 1;
}

static json_t *result(const struct simt_style *s, const json_t *one, json_t *rules)
{
    const json_t *e = json_object_get(one, "error"), *other = json_object_get(e, "other");
    const char *kind = util_str(e, "kind", "?"), *kernel = util_str(one, "kernel", NULL);
    struct text t = {0}, o = {0};
    sentence(&t, one);
    json_t *r = json_pack("{s:s s:i s:s s:o}", "ruleId", kind, "ruleIndex", rule_of(rules, kind), "level", level_of(e),
                          "message", message(text_str(&t)));
    json_t *where = has_place(e) ? location(s, e) : NULL;
    if (where && kernel)
        json_object_set_new(where, "logicalLocations", json_pack("[{s:s s:s}]", "name", kernel, "kind", "function"));
    if (where)
        json_object_set_new(r, "locations", json_pack("[o]", where));
    if (has_place(other)) {
        json_t *at = location(s, other);
        text_addf(&o, error_of_memory(e) ? "The memory is allocated here" : "The other access, of ");
        who(&o, other);
        json_object_set_new(at, "message", message(text_str(&o)));
        json_object_set_new(r, "relatedLocations", json_pack("[o]", at));
    }
    text_finish(&t);
    text_finish(&o);
    return r;
}

json_t *simt_sarif(const struct simt_style *s, const json_t *findings, const char *version, int exit_code,
                   const char *failed)
{
    json_t *rules = json_array(), *results = json_array();
    json_t *call = json_pack("{s:b s:i}", "executionSuccessful", failed == NULL, "exitCode", exit_code);
    size_t k;
    const json_t *one;
    json_array_foreach(findings, k, one)
        json_array_append_new(results, result(s, one, rules));
    if (failed)
        json_object_set_new(call, "toolExecutionNotifications",
                            json_pack("[{s:s s:o}]", "level", "error", "message", message(failed)));
    return json_pack("{s:s s:s s:[{s:{s:{s:s s:s s:o}} s:s s:[o] s:o}]}", "$schema",
                     "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", "tool", "driver",
                     "name", "ridge simt", "version", version, "rules", rules, "columnKind", "utf16CodeUnits",
                     "invocations", call, "results", results);
}
