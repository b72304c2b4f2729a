/* evaluate.c: one operation of the prelude, in the box. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "evaluate.h"
#include "luajson.h"

#include "runner/base/counter_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In order. */
static const struct {
    const char *file;
    unsigned parts;
} prelude[] = {
    {"base", CORE},       {"schema", CORE},     {"units", CORE},        {"format", CORE},     {"philox", CORE},
    {"figures", CORE},    {"wrap", CORE},       {"snippet", CORE},      {"template", CORE},   {"question", CORE},
    {"prose", CORE},
    {"tables", TABLES | PACK},                  {"expr", ANSWER},       {"answer", ANSWER},   {"diagnose", ANSWER},
    {"week", CORE},       {"card", CORE},       {"deep", CORE},         {"chapter", PAGES},   {"chapter_lint", LINT},
    {"tour", CORE},       {"tour_page", PAGES}, {"tour_lint", LINT},    {"milestones", LAB},  {"lab", LAB},
    {"drill", LAB},       {"mutants", RESOLVE}, {"resolve", RESOLVE},   {"races", RESOLVE},
    {"lesson", PAGES},    {"predict", PREDICT},
    {"printed", LINT},    {"page_lint", LINT},  {"lint", LINT},         {"solved", SOLVED},   {"main", CORE},
};
_Static_assert(sizeof prelude / sizeof prelude[0] == PRELUDE, "PRELUDE counts them");

static const char place_file[] = "curriculum/lua/place.lua"; /* compiled when there is an error */

struct evaluation {
    struct curriculum *cur;
    struct luabox *box; /* NULL: it never began, and the curriculum has the error */
    bool partial;
};

/* --- errors ------------------------------------------------------------------------------- */

void evaluate_error(struct curriculum *cur, const char *format, ...)
{
    va_list ap;
    free(cur->error);
    va_start(ap, format);
    if (vasprintf(&cur->error, format, ap) < 0)
        cur->error = NULL;
    va_end(ap);
}

void evaluate_errors(struct curriculum *cur, json_t *list)
{
    const json_t *first = NULL, *e;
    size_t k, n = 0;
    free(cur->error);
    cur->error = NULL;
    json_decref(cur->errors);
    cur->errors = list ? json_incref(list) : json_array();
    json_array_foreach(cur->errors, k, e) {
        const char *level = json_string_value(json_object_get(e, "level"));
        if (level && !strcmp(level, "warning"))
            continue;
        if (!first)
            first = e;
        n++;
    }
    if (!first)
        return;
    evaluate_error(cur, "%s:%lld: %s%s", json_string_value(json_object_get(first, "file")),
              (long long)json_integer_value(json_object_get(first, "line")),
              json_string_value(json_object_get(first, "message")), n > 1 ? " (and more)" : "");
}

void evaluate_again(struct curriculum *cur, json_t *errors, const char *error)
{
    json_incref(errors);
    json_decref(cur->errors);
    cur->errors = errors;
    free(cur->error);
    cur->error = error ? strdup(error) : NULL;
}

/* --- the prelude -------------------------------------------------------------------------- */

bool evaluate_open(struct curriculum *cur, char *ret_missing, size_t size)
{
    for (int k = 0; k < PRELUDE; k++) {
        snprintf(ret_missing, size, "curriculum/lua/%s.lua", prelude[k].file);
        if (!files_add(&cur->lua, ret_missing))
            return false;
    }
    return true;
}

void evaluate_close(struct curriculum *cur)
{
    for (int k = 0; k < PRELUDE; k++)
        free((char *)(size_t)cur->compiled[k].text);
    files_finish(&cur->lua);
}

/* What the operation loads, in order; `ret` has room for PRELUDE + 1. */
static size_t choose(struct curriculum *cur, unsigned parts, const struct luabox_file *chunk, struct luabox_file *ret)
{
    size_t n = 0;
    for (int k = 0; k < PRELUDE; k++) {
        if (prelude[k].parts && !(prelude[k].parts & parts))
            continue;
        if (k == PRELUDE - 1 && chunk)
            ret[n++] = *chunk;
        if (cur->operations > 1 && !cur->compiled[k].text)
            luabox_compile(&cur->lua.list[k], &cur->compiled[k]);
        ret[n++] = cur->compiled[k].text ? cur->compiled[k] : cur->lua.list[k];
    }
    return n;
}

/* --- an operation ------------------------------------------------------------------------- */

static struct luabox *start(struct curriculum *cur, unsigned parts, const struct luabox_file *chunk, struct files *f,
                            json_t *arg)
{
    struct luabox_file chunks[PRELUDE + 1];
    size_t n = choose(cur, parts, chunk, chunks);
    cur->operations++;
    if (parts & TABLES)
        json_object_set_new(arg, "packs", files_add_packs(f));
    if (!json_object_get(arg, "counters"))
        json_object_set_new(arg, "counters", counter_dictionary());
    files_add(f, "curriculum/hw.lua");
    files_add(f, "curriculum/models.lua");
    files_add(f, place_file);
    const struct luabox_job job = {
        .prelude = chunks,
        .nprelude = n,
        .files = f->list,
        .nfiles = f->n,
        .arg = arg,
        .limits = {.wall_s = parts & LINT ? CURRICULUM_WHOLE_S : CURRICULUM_LIMIT_S,
                   .cpu_s = parts & EVERYTHING ? CURRICULUM_WHOLE_CPU_S : CURRICULUM_LIMIT_S,
                   .memory = (size_t)256 << 20,
                   .result = (size_t)32 << 20,
                   .steps = 500000000},
    };
    return luabox_start(&job);
}

struct evaluation *evaluate_start(struct curriculum *cur, unsigned parts, const char *chunk, struct files *f,
                                  json_t *arg, bool partial)
{
    struct files extra = {.root = cur->root};
    struct evaluation *e = calloc(1, sizeof *e);
    free(cur->error);
    cur->error = NULL;
    if (e)
        *e = (struct evaluation){.cur = cur, .partial = partial};
    if (chunk && !files_add(&extra, chunk))
        evaluate_error(cur, "The file %s cannot be read.", chunk);
    else if (e)
        e->box = start(cur, parts, chunk ? &extra.list[0] : NULL, f, arg);
    files_finish(&extra);
    files_finish(f);
    json_decref(arg);
    return e;
}

int curriculum_fd(const struct evaluation *e)
{
    return e->box ? luabox_fd(e->box) : -1;
}

double curriculum_age(const struct evaluation *e, char *ret, size_t n)
{
    return luabox_age(e->box, ret, n);
}

int curriculum_pump(struct evaluation *e, bool wait)
{
    return e->box && luabox_pump(e->box, wait);
}

/* What the box says in place of a value is the one mistake there is. */
static void broken(struct curriculum *cur, const char *message)
{
    json_t *list = json_array();
    json_array_append_new(list, json_pack("{s:s,s:i,s:s,s:s}", "file", "", "line", 0, "message",
                                          message ? message : "", "level", "error"));
    evaluate_errors(cur, list);
    json_decref(list);
    evaluate_error(cur, "%s", message ? message : "There is no memory left.");
}

static json_t *value_of(struct curriculum *cur, json_t *answer, bool partial)
{
    luajson_clean(answer);
    evaluate_errors(cur, json_object_get(answer, "errors"));
    json_t *value = json_object_get(answer, "value");
    value = json_is_null(value) || (cur->error && !partial) ? NULL : json_incref(value);
    if (!value && !cur->error)
        evaluate_error(cur, "Nothing is there.");
    return value;
}

json_t *curriculum_end(struct evaluation *e)
{
    struct luabox_result r;
    json_t *value = NULL;
    if (!e)
        return NULL;
    if (e->box) {
        enum luabox_status how = luabox_end(e->box, &r);
        e->cur->unable = how == LUABOX_UNABLE;
        if (how == LUABOX_OK)
            value = value_of(e->cur, r.value, e->partial);
        else
            broken(e->cur, r.message);
        e->cur->boxed = r.seccomp;
        luabox_result_finish(&r);
    } else if (!e->cur->error) {
        e->cur->unable = true;
        evaluate_error(e->cur, "There is no memory left.");
    }
    free(e);
    return value;
}
