/* submit: a lab's files and attempts as a signed bundle, kept here and sent to where the instructor says. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/intake/bundle.h"
#include "cli.h"
#include "cli_net.h"
#include "grader/intake/intake.h"
#include "submit.h"
#include "tui/app/class_remark.h"
#include "runner/net/net.h"
#include "runner/base/programs.h"
#include "runner/base/figure.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

struct handing {
    struct cli *c;
    const json_t *lab;
    json_t *files, *chain; /* of bundle.h */
    int64_t made;
    struct bundle_key key;
    bool new_key;
    char *student, *name, *path; /* of the bundle */
    size_t bytes;
    char *target, *receipt; /* where it goes, and where what came back is kept */
    json_t *answer;
};

/* ---- what is handed in ----------------------------------------------------------------------------------- */

static int read_files(struct handing *h)
{
    struct cli *c = h->c;
    struct err e = { "" };
    struct stat st;
    size_t k;
    const json_t *f;
    int rc = 0;
    char *dir = app_work_dir(&c->app, js_text(h->lab, "id"));
    json_array_foreach(json_object_get(h->lab, "edit"), k, f) {
        char *path = util_path("%s/%s", dir, json_string_value(f));
        char *text = rc ? NULL : util_read_file(path, INTAKE_FILE_BYTES, &e);
        json_t *s = text ? json_string(text) : NULL;
        int64_t ms = text && !stat(path, &st) ? (int64_t)st.st_mtim.tv_sec * 1000 + st.st_mtim.tv_nsec / 1000000 : 0;
        h->made = ms > h->made ? ms : h->made;
        if (!rc && !text)
            rc = app_fail(&c->app, APP_CONFIG, "%s `ridge start %s` lays out its files.", e.text,
                          js_text(h->lab, "id"));
        else if (!rc && (!s || st.st_size != (off_t)strlen(text)))
            rc = app_fail(&c->app, APP_CONFIG,
                          "%s is not UTF-8 text, and would not be accepted. Save the file as UTF-8.", path);
        if (s)
            json_object_set_new(h->files, json_string_value(f), s);
        free(text);
        free(path);
    }
    free(dir);
    return rc;
}

static int read_attempts(struct handing *h)
{
    json_t *list = NULL;
    if (db_attempts(h->c->app.db, js_text(h->lab, "id"), BUNDLE_ATTEMPTS, &list) != DB_OK)
        return (int)app_fail_db(&h->c->app);
    int64_t last = (int64_t)json_integer_value(json_object_get(json_array_get(list, 0), "started"));
    h->made = last > h->made ? last : h->made;
    h->chain = bundle_chain(list);
    json_decref(list);
    return 0;
}

/* The id that the school knows: said once with --as, and kept. */
static int who(struct handing *h)
{
    struct cli *c = h->c;
    json_t *kept = NULL, *said = c->opt.as ? json_string(c->opt.as) : NULL;
    if (c->opt.as && (!said || !*c->opt.as || strlen(c->opt.as) > BUNDLE_STUDENT))
        return app_fail(&c->app, APP_USAGE, "--as takes the key that your school has for you, of at most %d bytes.",
                        BUNDLE_STUDENT);
    enum db_status s = db_state_get(c->app.db, "submit.student", &kept);
    if (said && !json_equal(said, kept))
        s = db_state_put(c->app.db, "submit.student", said);
    const char *name = said ? c->opt.as : json_string_value(kept);
    h->student = name ? strdup(name) : NULL;
    json_decref(said);
    json_decref(kept);
    if (!h->student && (s == DB_OK || s == DB_NOTFOUND))
        return app_fail(&c->app, APP_USAGE,
                        "Say who you are with --as KEY, the key that your school has for you; once is enough.");
    return h->student ? 0 : (int)app_fail_db(&c->app);
}

static int pack(struct handing *h)
{
    struct cli *c = h->c;
    struct err e = { "" };
    struct text tar = { .cap = INTAKE_BYTES };
    char host[HOST_NAME], cpu[128] = "";
    char *key = util_path("%s/student.key", c->app.home), *box = util_path("%s/outbox", c->app.home);
    util_host(host);
    util_cpu(cpu, sizeof cpu);
    char *request = c->opt.request ? class_text(&c->app, "--request", c->opt.request) : NULL;
    if (c->opt.request && !request) {
        free(box);
        free(key);
        return APP_USAGE;
    }
    if (request && app_now() > h->made)
        h->made = app_now(); /* a request is of now, whenever the work was done */
    struct bundle_claim claim = { .request = request, .lab = js_text(h->lab, "id"),
                                  .student = h->student,
                                  .rev = (int)js_number(h->lab, "rev"),
                                  .made = h->made,
                                  .files = h->files,
                                  .chain = h->chain,
                                  .host = host,
                                  .cpu = cpu };
    int rc = util_mkdirs(box, &e) || bundle_key(key, &h->key, &h->new_key, &e);
    rc = rc || bundle_pack(&claim, &h->key, &tar, &h->name, &e);
    h->bytes = tar.len;
    if (!rc) {
        h->path = util_path("%s/%s", box, h->name);
        rc = util_write_whole(h->path, text_str(&tar), tar.len, &e);
    }
    text_finish(&tar);
    free(request);
    free(box);
    free(key);
    return rc ? app_fail(&c->app, APP_CONFIG, "%s", e.text) : 0;
}

/* ---- sending it ------------------------------------------------------------------------------------------ */

static json_t *transfer(struct handing *h, const char *op, struct cli_bars *bars)
{
    struct err e = { "" };
    struct cli *c = h->c;
    char *program = programs_find("ridge-net");
    struct net_options o = { .program = program, .stall_s = (int)c->opt.timeout, .stop = &cli_interrupted,
                             .flags = c->opt.insecure_http ? NET_INSECURE_HTTP : 0,
                             .event = bars ? cli_bars_event : NULL, .data = bars };
    json_t *a = net_one(&o, json_pack("{s:s s:s s:s s:s}", "op", op, "url", h->target, "file", h->path, "key", h->name),
                        &e);
    if (!a)
        app_fail(&c->app, cli_interrupted ? APP_INTERRUPTED : APP_OURS, "%s", e.text);
    free(program);
    return a;
}

enum there { THERE, SHORT, MISSING, UNTOLD, UNREACHED };

/* Is it at its target, whole? UNREACHED leaves the answer. */
static enum there is_there(struct handing *h)
{
    json_t *a = transfer(h, "head", NULL);
    enum there there = !a || (!json_is_true(json_object_get(a, "ok")) && !js_number(a, "status")) ? UNREACHED
                     : json_is_true(json_object_get(a, "ok"))
                           ? (size_t)js_number(a, "bytes") == h->bytes ? THERE : SHORT
                           : js_number(a, "status") == 404 ? MISSING : UNTOLD;
    json_decref(h->answer);
    h->answer = a;
    return there;
}

static int not_sent(struct handing *h, const char *why)
{
    char *shown = net_shown(h->target);
    int rc = app_fail(&h->c->app, APP_FAILED,
                      "Nothing reached %s. %s The hand-in is kept as %s; the same command sends it again.",
                      shown, why, h->path);
    free(shown);
    return rc;
}

static int send_it(struct handing *h)
{
    struct cli_bars bars = { 0 };
    cli_bars_name(&bars, "hand-in");
    cli_bars_begin(&bars, h->c);
    json_decref(h->answer);
    h->answer = transfer(h, h->c->opt.post ? "post" : "put", &bars);
    cli_bars_end(&bars);
    cli_bars_finish(&bars);
    if (!h->answer)
        return cli_interrupted ? APP_INTERRUPTED : APP_OURS;
    if (!json_is_true(json_object_get(h->answer, "ok")))
        return not_sent(h, js_text(h->answer, "why"));
    json_t *answer = json_incref(h->answer);
    /* many a target takes a PUT and answers no HEAD: only another size says that something is wrong */
    bool lost = !h->c->opt.post && is_there(h) == SHORT;
    json_decref(h->answer);
    h->answer = answer;
    return lost ? not_sent(h, "The server took the hand-in, and does not have it whole.") : 0;
}

static int keep_receipt(struct handing *h, bool found)
{
    struct cli *c = h->c;
    struct err e = { "" };
    char *shown = net_shown(h->target), *dir = util_path("%s/receipts", c->app.home);
    json_t *r = json_pack("{s:s s:s s:s s:s s:s s:I s:I s:b s:i s:O* s:O*}", "schema", "ridge.receipt/1", "bundle",
                          h->name, "lab", js_text(h->lab, "id"), "student", h->student, "to", shown, "bytes",
                          (json_int_t)h->bytes, "when", (json_int_t)app_now(), "found_there", found, "status",
                          (int)js_number(h->answer, "status"), "etag", json_object_get(h->answer, "etag"), "said",
                          json_object_get(h->answer, "body"));
    char *s = json_dumps(r, JSON_INDENT(1) | JSON_SORT_KEYS);
    int rc = util_mkdirs(dir, &e) || util_write_whole(h->receipt, s, strlen(s), &e)
           ? app_fail(&c->app, APP_CONFIG, "The lab was handed in, but the receipt could not be kept: %s", e.text) : 0;
    if (!rc && db_event(c->app.db, "submit", js_text(h->lab, "id"), r) != DB_OK)
        rc = (int)app_fail_db(&c->app);
    free(s);
    json_decref(r);
    free(dir);
    free(shown);
    return rc;
}

/* A folder's address gets the bundle's name; any other is meant as it stands. */
static void set_target(struct handing *h)
{
    const char *to = h->c->opt.to;
    size_t n = strlen(to);
    bool folder = !h->c->opt.post && n && to[n - 1] == '/' && !strpbrk(to, "?#");
    char hash[33];
    h->target = util_path("%s%s", to, folder ? h->name : "");
    char *shown = net_shown(h->target);
    util_hash(hash, shown, NULL);
    h->receipt = util_path("%s/receipts/%s.%.8s.json", h->c->app.home, h->name, hash);
    free(shown);
}

static int hand_in(struct handing *h, const char **ret_state)
{
    set_target(h);
    bool receipt = !access(h->receipt, F_OK);
    enum there there = h->c->opt.post ? UNTOLD : is_there(h);
    *ret_state = "sent";
    if (there == UNREACHED)
        return h->answer ? not_sent(h, js_text(h->answer, "why")) : cli_interrupted ? APP_INTERRUPTED : APP_OURS;
    if (there == THERE || (receipt && there == UNTOLD)) {
        *ret_state = "there";
        return receipt ? 0 : keep_receipt(h, true);
    }
    int rc = send_it(h);
    return rc ? rc : keep_receipt(h, false);
}

/* ---- what is said ---------------------------------------------------------------------------------------- */

static void report(const struct handing *h, const char *state)
{
    char files[FIGURE], attempts[FIGURE], bytes[FIGURE], print[BUNDLE_FINGERPRINT];
    char *shown = h->target ? net_shown(h->target) : NULL;
    bundle_key_print(&h->key, print);
    if (h->c->app.json) {
        cli_json(json_pack("{s:s s:s s:s s:s s:s s:I s:i s:i s:s s:s* s:s*}", "schema", "ridge.submit/1", "lab",
                           js_text(h->lab, "id"), "student", h->student, "state", state, "bundle", h->path, "bytes",
                           (json_int_t)h->bytes, "files", (int)json_object_size(h->files), "attempts",
                           (int)json_array_size(h->chain), "fingerprint", print, "to", shown, "receipt", h->receipt));
    } else {
        if (h->new_key)
            printf("Your key was made: %s/student.key. Keep a copy: the key proves that a hand-in is yours.\n",
                   h->c->app.home);
        printf("%s, as %s: %s, %s, %s, signed with %s.\n", js_text(h->lab, "id"), h->student,
               figure_of((double)json_object_size(h->files), "file", files),
               figure_of((double)json_array_size(h->chain), "attempt", attempts),
               figure_of((double)h->bytes, "byte", bytes), print);
        if (!shown)
            printf("Nothing was sent. The hand-in is %s; --to URL sends it.\n", h->path);
        else
            printf("%s %s; the receipt is %s\n", *state == 's' ? "Handed in to" : "The hand-in was already at", shown,
                   h->receipt);
    }
    free(shown);
}

static void finish(struct handing *h)
{
    bundle_key_finish(&h->key);
    json_decref(h->files);
    json_decref(h->chain);
    json_decref(h->answer);
    free(h->student);
    free(h->name);
    free(h->path);
    free(h->target);
    free(h->receipt);
}

int cmd_submit(struct cli *c)
{
    const char *state = "packed";
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    struct handing h = { .c = c, .lab = lab, .files = json_object() };
    int rc = app_need_db(&c->app);
    if (!rc && c->opt.status) {
        rc = submit_status(c, lab);
        finish(&h);
        json_decref(lab);
        return rc;
    }
    rc = rc ? rc : read_files(&h);
    rc = rc ? rc : read_attempts(&h);
    rc = rc ? rc : who(&h);
    rc = rc ? rc : pack(&h);
    if (!rc && c->opt.to)
        rc = hand_in(&h, &state);
    if (rc)
        cli_fail(c, rc);
    else
        report(&h, state);
    finish(&h);
    json_decref(lab);
    return rc;
}
