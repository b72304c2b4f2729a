/* suggest.c: near misses of names. */
#define _GNU_SOURCE
#include "suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/slips.h"
#include "runner/base/util.h"

enum { SHOWN = 3, NAMES = 512 };

struct near {
    const char *name;
    int far; /* fewer is nearer */
};

static int by_distance(const void *a, const void *b)
{
    const struct near *x = a, *y = b;
    return x->far != y->far ? x->far - y->far : strcmp(x->name, y->name);
}

/* -1: not near at all. Slips count more where the word is short; a part of a name must be a few letters long. */
static int distance(const char *word, const char *name, const char *title)
{
    int slips = slips_between(word, name), least = (int)strlen(word) / 4;
    if (slips <= (least < SLIPS_FAR ? SLIPS_FAR - 1 : least))
        return slips;
    if (strlen(word) < 3)
        return -1;
    char head[24]; /* what people type of "w01-roofline" */
    snprintf(head, sizeof head, "%.*s", (int)strcspn(name, "-"), name);
    if (name[strlen(head)] == '-' && slips_between(word, head) < 2)
        return 5;
    return strcasestr(name, word) ? 10 : title && strcasestr(title, word) ? 20 : -1;
}

static void add(struct near *list, size_t *n, const char *word, const char *name, const json_t *item)
{
    int far = *n < NAMES ? distance(word, name, json_string_value(json_object_get(item, "title"))) : -1;
    if (far >= 0)
        list[(*n)++] = (struct near){ name, far };
}

void suggest_labs(struct app *a, const char *word, char *ret, size_t n)
{
    static struct near list[NAMES];
    size_t found = 0, k, used = 0;
    const json_t *item;
    json_array_foreach(curriculum_labs(a->cur), k, item)
        add(list, &found, word, util_str(item, "id", ""), item);
    json_array_foreach(curriculum_cards(a->cur), k, item) {
        const char *id = util_str(item, "id", ""), *slash = strchr(id, '/'), *name = slash ? slash + 1 : id;
        add(list, &found, word, name + strspn(name, "0123456789-"), item);
    }
    qsort(list, found, sizeof *list, by_distance);
    found = found > SHOWN ? SHOWN : found;
    *ret = 0;
    for (k = 0; k < found && used < n; k++)
        used += (size_t)snprintf(ret + used, n - used, "%s`%s`", !k ? "" : k + 1 < found ? ", " : " or ",
                                 list[k].name);
}
