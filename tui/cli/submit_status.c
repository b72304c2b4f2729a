/* submit_status.c: the answer to a hand-in: fetched from beside it, opened with the student's key, kept and shown. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli_net.h"
#include "grader/intake/slip.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "runner/net/net.h"
#include "submit.h"
#include "tui/app/receipts.h"

static int db_problem(struct cli *c)
{
    return (int)app_fail_db(&c->app);
}

/* ---- where it is ----------------------------------------------------------------------------------------- */

/* The address of the answer, yours; NULL with app.error where the hand-in went to no folder. */
static char *answer_url(struct cli *c, const json_t *receipt)
{
    const char *to = js_text(receipt, "to"), *bundle = js_text(receipt, "bundle");
    char *name = slip_name(bundle), *url = NULL;
    size_t n = strlen(to), end = strlen(bundle);
    if (name && n > end && !strcmp(to + n - end, bundle) && to[n - end - 1] == '/')
        url = util_path("%.*sback/%s", (int)(n - end), to, name);
    else
        app_fail(&c->app, APP_USAGE, "The hand-in went to %s, which is no folder, so that no answer can lie beside it. "
                 "Ask your instructor, or open a file with --status=FILE.", to);
    free(name);
    return url;
}

static char *fetched(struct cli *c, const char *url, size_t *n, int *rc)
{
    struct err e = { "" };
    char *program = programs_find("ridge-net"), *text = NULL;
    struct net_options o = { .program = program, .stall_s = (int)c->opt.timeout, .stop = &cli_interrupted,
                             .flags = c->opt.insecure_http ? NET_INSECURE_HTTP : 0 };
    json_t *a = net_one(&o, json_pack("{s:s s:s}", "op", "list", "url", url), &e);
    if (!a) {
        *rc = app_fail(&c->app, cli_interrupted ? APP_INTERRUPTED : APP_OURS, "%s", e.text);
    } else if (json_is_true(json_object_get(a, "ok"))) {
        text = strdup(js_text(a, "body"));
        *n = text ? strlen(text) : 0;
    } else if (js_number(a, "status") == 404) {
        *rc = app_fail(&c->app, APP_FAILED, "There is no answer yet at %s. Your instructor may answer only after the "
                       "due time, or elsewhere.", url);
    } else {
        *rc = app_fail(&c->app, APP_FAILED, "The answer at %s could not be fetched: %s.", url, js_text(a, "why"));
    }
    json_decref(a);
    free(program);
    return text;
}

static char *answer_bytes(struct cli *c, const json_t *receipt, size_t *n, int *rc)
{
    struct err e = { "" };
    if (*c->opt.status) {
        char *text = util_read_bytes(c->opt.status, SLIP_BYTES, n, &e);
        *rc = text ? 0 : app_fail(&c->app, APP_USAGE, "%s", e.text);
        return text;
    }
    char *url = answer_url(c, receipt), *text = NULL;
    if (url)
        text = fetched(c, url, n, rc);
    else
        *rc = APP_USAGE;
    free(url);
    return text;
}

/* ---- whose word it is ------------------------------------------------------------------------------------ */

/* The first key that answers for a lab is kept; another one counts when the student has asked. */
static int trusted(struct cli *c, const char *lab, const char *key)
{
    char *state = util_path("submit.instructor:%s", lab), is[BUNDLE_FINGERPRINT], was[BUNDLE_FINGERPRINT];
    json_t *kept = NULL, *now = json_string(key);
    enum db_status s = db_state_get(c->app.db, state, &kept);
    int rc = s == DB_OK || s == DB_NOTFOUND ? 0 : db_problem(c);
    bundle_fingerprint(key, is);
    bundle_fingerprint(json_is_string(kept) ? json_string_value(kept) : "", was);
    if (!rc && *was && !json_equal(kept, now) && !bundle_print_is(c->opt.accept_key, is))
        rc = app_fail(&c->app, APP_FAILED, "The answer is signed with another key (%s) than before (%s). Ask your "
                      "instructor; if the fingerprint is right, --accept-key \"%s\" takes the answer.", is, was, is);
    if (!rc && !json_equal(kept, now) && db_state_put(c->app.db, state, now) != DB_OK)
        rc = db_problem(c);
    json_decref(kept);
    json_decref(now);
    free(state);
    return rc;
}

/* Is the answer about what was handed in: the last hand-in or, in a file, any that was packed here? */
static bool belongs(struct cli *c, const json_t *lab, const json_t *receipt, const json_t *about)
{
    const char *bundle = js_text(about, "bundle");
    if (strcmp(js_text(about, "lab"), js_text(lab, "id")))
        return false;
    if (!*c->opt.status)
        return js_is(receipt, "bundle", bundle);
    char *name = slip_name(bundle), *path = util_path("%s/outbox/%s", c->app.home, bundle);
    bool mine = name && *bundle != '.' && !bundle[strspn(bundle, HOST_LETTERS)] && !access(path, F_OK);
    free(path);
    free(name);
    return mine;
}

static json_t *opened(struct cli *c, const json_t *lab, const json_t *receipt, const char *bytes, size_t n, int *rc)
{
    struct err e = { "" };
    struct bundle_key key = { { 0 }, { 0 } };
    bool made = false;
    char *path = util_path("%s/student.key", c->app.home);
    json_t *about = bundle_key(path, &key, &made, &e) ? NULL : slip_open(bytes, n, &key, &e);
    bundle_key_finish(&key);
    free(path);
    if (!about)
        *rc = app_fail(&c->app, APP_FAILED, "The answer is not taken. %s", e.text);
    else if (!belongs(c, lab, receipt, about))
        *rc = app_fail(&c->app, APP_FAILED, "The answer is not taken: it belongs to another hand-in.");
    else
        *rc = trusted(c, js_text(about, "lab"), js_text(about, "key"));
    if (!*rc)
        return about;
    json_decref(about);
    return NULL;
}

/* ---- what is said ---------------------------------------------------------------------------------------- */

static void print_clean(const char *s)
{
    char *text = util_clean(s, strlen(s), 0);
    printf("%s", text);
    free(text);
}

static void local_time(int64_t ms, char ret[32])
{
    struct tm tm;
    time_t s = (time_t)(ms / 1000);
    if (!localtime_r(&s, &tm) || !strftime(ret, 32, "%Y-%m-%d %H:%M", &tm))
        *ret = 0;
}

void submit_print_line(const json_t *receipt)
{
    const json_t *answer = json_object_get(receipt, "answer");
    char day[32];
    local_time((int64_t)js_number(answer ? answer : receipt, answer ? "graded" : "when"), day);
    printf("handed in: ");
    print_clean(js_text(receipt, "lab"));
    if (answer) {
        printf("  ");
        print_clean(js_text(answer, "status"));
        printf("  %g of %g, graded %s\n", js_number(answer, "points"), js_number(answer, "max"), day);
    } else {
        printf("  %s; `ridge submit %s --status` asks for the answer\n", day, js_text(receipt, "lab"));
    }
}

static void print_milestone(const struct cli *c, const json_t *m)
{
    cli_status_word(c, js_text(m, "status"));
    print_clean(js_text(m, "id"));
    printf("  %g of %g  ", js_number(m, "points"), js_number(m, "max"));
    print_clean(js_text(m, "message"));
    printf("\n");
}

static void print_cases(const json_t *list)
{
    enum { SHOWN = 10 };
    size_t k, n = json_array_size(list);
    const json_t *m;
    json_array_foreach(list, k, m) {
        if (k == SHOWN) {
            printf("  and %zu more\n", n - SHOWN);
            break;
        }
        printf("  ");
        print_clean(js_text(m, "call"));
        printf(", case ");
        print_clean(js_text(m, "case"));
        printf(": ");
        print_clean(js_text(m, "status"));
        printf("\n");
    }
}

static int show(struct cli *c, const json_t *about)
{
    size_t k;
    const json_t *m;
    char print[BUNDLE_FINGERPRINT];
    if (c->app.json)
        return cli_json(json_pack("{s:s s:O}", "schema", "ridge.answer/1", "answer", about));
    json_t *line = json_pack("{s:s s:O}", "lab", js_text(about, "lab"), "answer", about);
    submit_print_line(line);
    json_decref(line);
    json_array_foreach(json_object_get(about, "milestones"), k, m)
        print_milestone(c, m);
    print_cases(json_object_get(about, "cases"));
    bundle_fingerprint(js_text(about, "key"), print);
    printf("Before any penalty for being late; hidden cases are told by no answer. Signed with %s.\n", print);
    return APP_OK;
}

int submit_status(struct cli *c, const json_t *lab)
{
    struct err e = { "" };
    const char *id = js_text(lab, "id");
    json_t *list = receipts_newest(&c->app, id), *about = NULL;
    const json_t *receipt = json_array_get(list, 0);
    size_t n = 0;
    int rc = receipt || *c->opt.status ? 0
             : app_fail(&c->app, APP_USAGE, "Nothing of %s was handed in from here. `ridge submit %s --to URL` hands "
                        "it in.", id, id);
    char *bytes = rc ? NULL : answer_bytes(c, receipt, &n, &rc);
    if (!rc)
        about = opened(c, lab, receipt, bytes, n, &rc);
    if (!rc && receipts_keep(&c->app, js_text(about, "bundle"), about, &e))
        rc = app_fail(&c->app, APP_CONFIG, "The answer could not be kept. %s", e.text);
    rc = rc ? cli_fail(c, rc) : show(c, about);
    json_decref(about);
    json_decref(list);
    free(bytes);
    return rc;
}
