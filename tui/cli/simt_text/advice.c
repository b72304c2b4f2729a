/*
 * advice.c: what bounds a launch and what to do about it, in the sentences of grader/lua/reading.lua. A report of a lab
 * has the same rules' sentences, so that two commands never disagree about one launch; nothing is judged here.
 */
#define _GNU_SOURCE
#include "grader/grader.h"
#include "text_internal.h"

#include <stdlib.h>
#include <string.h>

static void add_counter(json_t *counters, const char *id, const char *kernel, const char *name, double value)
{
    json_array_append_new(counters, json_pack("{s:s s:s s:s s:f s:s}", "case", id, "call", kernel, "name", name,
                                              "value", value, "source", "simt"));
}

static double product(const json_t *triple)
{
    double n = 1;
    size_t k;
    const json_t *v;
    json_array_foreach(triple, k, v)
        n *= json_number_value(v);
    return n;
}

/* A launch in the form in which a lab's report has a call in a case. */
static void add_launch(json_t *counters, json_t *lines, const char *id, const json_t *launch)
{
    const char *name, *kernel = js_text(launch, "kernel");
    const json_t *v;
    size_t k;
    json_object_foreach(json_object_get(launch, "counters"), name, v)
        if (json_is_number(v))
            add_counter(counters, id, kernel, name, json_number_value(v));
    add_counter(counters, id, kernel, "grid_blocks", product(json_object_get(launch, "grid")));
    add_counter(counters, id, kernel, "block_threads", product(json_object_get(launch, "block")));
    json_array_foreach(json_object_get(launch, "lines"), k, v) {
        json_t *line = json_copy((json_t *)(size_t)v);
        json_object_set_new(line, "case", json_string(id));
        json_object_set_new(line, "call", json_string(kernel));
        json_array_append_new(lines, line);
    }
}

json_t *advice_read(const struct simt_style *s, const json_t *report)
{
    json_t *counters = json_array(), *lines = json_array(), *seen = json_object(), *reading = NULL;
    const json_t *launch;
    struct err error = { "" };
    char id[24];
    size_t k;
    json_array_foreach(json_object_get(report, "launches"), k, launch) {
        if (json_object_get(seen, js_text(launch, "kernel")))
            continue;
        json_object_set_new(seen, js_text(launch, "kernel"), json_true());
        snprintf(id, sizeof id, "%zu", k);
        add_launch(counters, lines, id, launch);
    }
    json_t *raw = json_pack("{s:s s:s s:i s:o s:o}", "backend", "simt", "arch", s->arch, "warp", s->warp, "counters",
                            counters, "lines", lines);
    if (json_object_size(seen) && grader_reading(s->cur, NULL, raw, NULL, &reading, &error))
        text_wrap(s, 0, 2, "What bounds the kernels could not be said: %s", error.text);
    json_decref(seen);
    json_decref(raw);
    return reading;
}

static void print_list(const struct simt_style *s, const json_t *list, const char *mark)
{
    size_t k;
    const json_t *v;
    json_array_foreach(list, k, v)
        text_wrap(s, 4, 6, "%s %s", mark, json_string_value(v));
}

void advice_print(const struct simt_style *s, const json_t *reading, size_t launch)
{
    char id[24];
    const json_t *r;
    size_t k;
    snprintf(id, sizeof id, "%zu", launch);
    json_array_foreach(reading, k, r) {
        if (strcmp(js_text(r, "case"), id))
            continue;
        const char *bound = js_text(r, "bound");
        fprintf(s->to, "%s", text_color(s, "cyan"));
        text_wrap(s, 2, 4, "What bounds it: %s%s", strcmp(bound, "unknown") ? bound : "not known",
                  text_color(s, "off"));
        print_list(s, json_object_get(r, "evidence"), s->utf8 ? "·" : "-");
        print_list(s, json_object_get(r, "next"), s->utf8 ? "→" : ">");
    }
}
