/* aside.c: operations that run beside other work, and whose results are there when they are asked for again. */
#include "evaluate.h"
#include "runner/base/util.h"

#include <stdlib.h>
#include <string.h>

struct aside {
    uint64_t key;             /* a hash of the operation and of all that it reads */
    struct evaluation *going; /* NULL: the operation has ended */
    json_t *value, *errors;   /* the operation's result */
    char *error;
};

struct asides {
    struct curriculum *cur;
    struct aside *list;
    size_t n;
    bool waits;
};

struct asides *asides_new(struct curriculum *cur)
{
    struct asides *set = calloc(1, sizeof *set);
    if (set)
        set->cur = cur;
    return set;
}

void asides_clear(struct asides *set)
{
    for (size_t k = 0; set && k < set->n; k++) {
        json_decref(curriculum_end(set->list[k].going));
        json_decref(set->list[k].value);
        json_decref(set->list[k].errors);
        free(set->list[k].error);
    }
    if (set) {
        free(set->list);
        *set = (struct asides){.cur = set->cur};
    }
}

void asides_free(struct asides *set)
{
    asides_clear(set);
    if (set && set->cur->asides == set)
        set->cur->asides = NULL; /* the set was freed within its own turn */
    free(set);
}

struct aside_turn asides_begin(struct curriculum *cur, struct asides *set)
{
    struct aside_turn turn = {.before = cur->asides, .waited = set && set->waits};
    cur->asides = set;
    if (set)
        set->waits = false;
    return turn;
}

bool asides_end(struct curriculum *cur, struct aside_turn turn)
{
    struct asides *set = cur->asides;
    bool waits = set && set->waits;
    if (set)
        set->waits = turn.waited;
    cur->asides = turn.before;
    return waits;
}

bool curriculum_waits(const struct curriculum *cur)
{
    return cur->asides && cur->asides->waits;
}

static const struct aside *first_going(const struct asides *set)
{
    for (size_t k = 0; set && k < set->n; k++)
        if (set->list[k].going)
            return &set->list[k];
    return NULL;
}

int asides_fd(const struct asides *set)
{
    const struct aside *a = first_going(set);
    return a ? curriculum_fd(a->going) : -1;
}

double asides_age(const struct asides *set, char *ret, size_t n)
{
    const struct aside *a = first_going(set);
    *ret = 0;
    return a ? curriculum_age(a->going, ret, n) : 0;
}

static void take(struct asides *set, struct aside *a)
{
    a->value = curriculum_end(a->going);
    a->going = NULL;
    a->errors = json_incref(set->cur->errors);
    a->error = set->cur->error ? strdup(set->cur->error) : NULL;
}

bool asides_pump(struct asides *set)
{
    for (size_t k = 0; set && k < set->n; k++)
        if (set->list[k].going && !curriculum_pump(set->list[k].going, false))
            take(set, &set->list[k]);
    return first_going(set) != NULL;
}

/* --- asking ------------------------------------------------------------------------------- */

static uint64_t key_of(unsigned parts, const struct files *f, const json_t *arg)
{
    char *text = json_dumps(arg, JSON_COMPACT);
    uint64_t h = util_mix(UTIL_MIX, &parts, sizeof parts);
    h = util_mix(h, text ? text : "", text ? strlen(text) : 0);
    free(text);
    for (size_t k = 0; k < f->n; k++) {
        h = util_mix(h, f->list[k].name, strlen(f->list[k].name) + 1);
        h = util_mix(h, f->list[k].text, f->list[k].size);
    }
    return h;
}

static struct aside *find(struct asides *set, uint64_t key)
{
    for (size_t k = 0; k < set->n; k++)
        if (set->list[k].key == key)
            return &set->list[k];
    return NULL;
}

/* Starts one more operation, which takes over files and argument as evaluate_start() does. */
static struct aside *begin(struct asides *set, uint64_t key, unsigned parts, struct files *f, json_t *arg, bool partial)
{
    struct aside *grown = realloc(set->list, (set->n + 1) * sizeof *grown);
    if (grown)
        set->list = grown;
    struct evaluation *going = evaluate_start(set->cur, parts, NULL, f, arg, partial);
    if (!grown || !going) {
        json_decref(curriculum_end(going));
        evaluate_error(set->cur, "There is no memory left.");
        return NULL;
    }
    grown[set->n] = (struct aside){.key = key, .going = going};
    return &grown[set->n++];
}

static json_t *evaluate_aside(struct curriculum *cur, unsigned parts, struct files *f, json_t *arg, bool partial)
{
    struct asides *set = cur->asides;
    uint64_t key = key_of(parts, f, arg);
    struct aside *a = find(set, key);
    if (!a)
        a = begin(set, key, parts, f, arg, partial);
    else {
        files_finish(f);
        json_decref(arg);
    }
    if (!a)
        return NULL;
    if (a->going) {
        set->waits = true;
        evaluate_error(cur, "The lab is still being read.");
        return NULL;
    }
    evaluate_again(cur, a->errors, a->error);
    return json_incref(a->value);
}

json_t *evaluate(struct curriculum *cur, unsigned parts, const char *chunk, struct files *f, json_t *arg,
                 bool partial)
{
    if (cur->asides && !chunk)
        return evaluate_aside(cur, parts, f, arg, partial);
    struct evaluation *e = evaluate_start(cur, parts, chunk, f, arg, partial);
    if (e)
        curriculum_pump(e, true);
    else
        evaluate_error(cur, "There is no memory left.");
    return curriculum_end(e);
}
