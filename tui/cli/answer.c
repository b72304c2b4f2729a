/* What the parts of `ridge answer` share. See answer.h. */
#define _GNU_SOURCE
#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"
#include "tui/app/own.h"

const char *answer_argument(const char *owner)
{
    bool week = owner[0] == 'w' && strlen(owner) == 3;
    const char *slash = strchr(owner, '/'), *name = slash ? slash + 1 : owner;
    if (!strncmp(owner, "prelude/", (size_t)(name - owner)))
        name += strspn(name, "0123456789-"); /* the place among the pages that are read first */
    return week ? owner + 1 + (owner[1] == '0') : name;
}

/* What was typed, and a caret below the place where nobody could read on. */
static void print_place(const json_t *v)
{
    const json_t *column = json_object_get(v, "column");
    if (json_is_integer(column) && *js_text(v, "typed"))
        fprintf(stderr, "  %s\n  %*s^\n", js_text(v, "typed"), (int)json_integer_value(column), "");
}

json_t *answer_judge(struct cli *c, const char *owner, const json_t *question, const char *text, int *code)
{
    const char *id = js_text(question, "id");
    json_t *given = json_string(text), *own = own_run(&c->app, question, 0);
    json_t *v =
        given ? curriculum_answer_own(c->app.cur, owner, id, (uint64_t)c->app.learner_seed, given, own) : NULL;
    json_decref(own);
    json_decref(given);
    if (!v || !strcmp(js_text(v, "status"), "INVALID")) { /* a slip of the fingers is no attempt */
        app_fail(&c->app, APP_USAGE, "%s", v ? js_text(v, "message") : curriculum_error(c->app.cur));
        *code = cli_fail(c, APP_USAGE);
        if (!c->app.json)
            print_place(v);
        json_decref(v);
        return NULL;
    }
    json_t *params = json_deep_copy(json_object_get(question, "params"));
    if (json_object_get(v, "attempt"))
        json_object_set(params, "attempt", json_object_get(v, "attempt"));
    if (db_answer_put(c->app.db, owner, own_rev(&c->app, owner, question), id, params,
                      *js_text(v, "given") ? js_text(v, "given") : text, js_text(v, "status"), NULL) != DB_OK)
        snprintf(c->app.notice, sizeof c->app.notice, "This answer was not recorded: %.400s", db_error(c->app.db));
    json_decref(params);
    return v;
}
