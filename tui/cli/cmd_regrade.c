/* ridge regrade: what was handed in once more, or under another policy, and what that changes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_class.h"
#include "db/gradebook.h"
#include "runner/base/js.h"
#include "tui/app/class_book.h"
#include "tui/app/class_round.h"
#include "tui/app/class_run.h"

static int publish(struct cli *c, const json_t *lab, const struct class_book *b, int round)
{
    json_t *policy = json_copy(b->policy);
    json_object_set_new(policy, "round", json_integer(round));
    if (c->opt.phase && !c->opt.only.n)
        json_object_set_new(policy, "phase", json_string(c->opt.phase));
    if (c->opt.partial)
        json_object_set_new(policy, "partial", json_string(c->opt.partial));
    int rc = (int)class_policy_put(&c->app, js_text(lab, "id"), policy);
    json_decref(policy);
    return rc;
}

/* The students whom the round could not judge, and why. */
static void print_held(const struct cli *c, const json_t *held)
{
    size_t n = json_array_size(held);
    if (n)
        printf("%zu held: not judged, each of %d times, so the old grade stays. The same command tries again.\n", n,
               DB_GRADING_TRIES);
    cli_print_pairs(c, held, "key", "why");
}

static void print_changes(const struct cli *c, const json_t *list, const json_t *held, int published)
{
    size_t n = json_array_size(list);
    cli_print_changes(c, list);
    if (!n)
        printf("No grade changes.\n");
    print_held(c, held);
    if (published)
        printf("Published.\n");
    else if (n)
        printf("Not published: the class still has the old grades. --yes publishes.\n");
}

/* Shows what `b` and `now` differ in, and what a person decided whatever either says. */
static int show_changes(struct cli *c, const json_t *lab, const struct class_book *b, const json_t *now, int round,
                        const json_t *held)
{
    json_t *old = class_book_rows(&c->app, b, NULL, false), *list = class_changes(old, now);
    json_t *adjusted = cli_adjusted(now);
    if (c->app.json) {
        cli_json(json_pack("{s:s s:s s:i s:b s:O s:I s:O s:O}", "schema", "ridge.regrade/1", "lab",
                           js_text(lab, "id"), "round", round, "published", c->app.yes, "changes", list, "held",
                           (json_int_t)json_array_size(held), "held_rows", held ? held : json_null(), "adjusted",
                           adjusted));
    } else {
        print_changes(c, list, held, c->app.yes);
        cli_print_adjusted(c, now);
    }
    json_decref(adjusted);
    json_decref(list);
    json_decref(old);
    return 0;
}

static int compare_and_publish(struct cli *c, const json_t *lab, const struct class_book *b, int round)
{
    json_t *gradings = NULL, *held = NULL;
    const char *id = js_text(lab, "id");
    if (class_book_gradings(&c->app, id, b->policy, round, &gradings) != APP_OK)
        return APP_CONFIG;
    json_t *now = class_book_rows(&c->app, b, gradings, false);
    int rc = (int)class_round_held(&c->app, id, b, &held);
    rc = !rc && c->app.yes ? publish(c, lab, b, round) : rc;
    rc = rc ? rc : show_changes(c, lab, b, now, round, held);
    json_decref(held);
    json_decref(now);
    json_decref(gradings);
    return rc;
}

/* Another policy over the same verdicts: nothing runs. */
static int change_and_publish(struct cli *c, const json_t *lab, const struct class_book *b)
{
    int rc = APP_OK;
    const struct class_policy said = cli_policy(&c->opt);
    if (c->opt.only.n || c->opt.phase || c->opt.partial || c->opt.backend || c->opt.executor)
        return app_fail(&c->app, APP_USAGE, "--due, --late, --cutoff, --grace, --keep and --visibility change what the "
                        "same verdicts are worth, for the whole class, and nothing runs; give them without --only, "
                        "--phase, --partial, --backend and --executor.");
    struct class_book other = *b;
    other.policy = class_policy_over(&c->app, b->policy, &said);
    if (!other.policy)
        return APP_USAGE;
    json_t *now = class_book_rows(&c->app, &other, NULL, false);
    rc = c->app.yes ? (int)class_policy_put(&c->app, js_text(lab, "id"), other.policy) : 0;
    rc = rc ? rc : show_changes(c, lab, b, now, b->round, NULL);
    json_decref(now);
    json_decref(other.policy);
    return rc;
}

/* Where --partial alone is said the same results are counted otherwise: {submission: its published grading}. */
static json_t *recount(const struct cli *c, const struct class_book *b)
{
    const struct cli_values *o = &c->opt;
    bool alone = o->partial && !o->phase && !o->backend && !o->executor;
    json_t *ret = json_object();
    size_t k;
    const json_t *g;
    json_array_foreach(b->gradings, k, g) {
        char id[24];
        snprintf(id, sizeof id, "%lld", (long long)js_number(g, "submission"));
        if (alone && !strcmp(js_text(g, "state"), "done"))
            json_object_set(ret, id, json_object_get(g, "id"));
    }
    return ret;
}

static int run_again(struct cli *c, const json_t *lab, struct class_book *b)
{
    const char *phases[CLI_PHASES], *partial;
    struct class_round r = { .last = 0 };
    cli_class_phases(c, b->policy, phases);
    int rc = cli_class_partial(c, lab, b->policy, &partial);
    if (!rc && c->opt.partial && c->opt.only.n)
        rc = app_fail(&c->app, APP_USAGE, "--partial counts for the whole class; give it without --only. One student's "
                      "grade is set by `ridge adjust --points`.");
    rc = rc ? rc : (int)class_round_queue(&c->app, lab, b, c->opt.only.words, phases, partial, &r);
    if (!rc && r.anew)
        cli_say("The lab, or what --phase or --partial says, is not what the last regrade was by, which was not "
                "published: that one counts no more, and what is named is graded anew.");
    if (!rc && r.tried)
        cli_say("%d held: tried again.", r.tried);
    json_t *again = recount(c, b);
    rc = rc ? rc : cli_class_run(c, lab, phases, partial, again);
    json_decref(again);
    return rc ? rc : compare_and_publish(c, lab, b, r.last);
}

int cli_regrade(struct cli *c)
{
    struct class_book b = { 0 };
    const struct class_policy said = cli_policy(&c->opt);
    int lock, rc;
    json_t *lab = cli_class_open(c, &lock, &rc);
    if (lab) {
        rc = cli_only(c);
        rc = rc ? rc : (int)class_book_open(&c->app, js_text(lab, "id"), &b);
        if (!rc)
            rc = class_policy_said(&said) ? change_and_publish(c, lab, &b) : run_again(c, lab, &b);
        class_book_close(&b);
        cli_only_free(c);
        class_run_unlock(lock);
        if (rc)
            cli_fail(c, rc);
    }
    json_decref(lab);
    return rc;
}

int cmd_regrade(struct cli *c)
{
    if (c->opt.received)
        return cli_error(APP_USAGE, "--received belongs to `ridge grade`, where something is handed in.");
    return cli_regrade(c);
}
