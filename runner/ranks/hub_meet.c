/* hub_meet.c: where the members of a communicator meet, whether each calls what the others call. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "hub_internal.h"

static int same_kind(const struct ranks_collective *a, const struct ranks_collective *b)
{
    return a->kind == b->kind && a->n == b->n && a->type == b->type && a->op == b->op && a->root == b->root;
}

struct hub_meeting *hub_meeting_at(struct hub *h, struct hub_meeting **list, int64_t number,
                                   const struct ranks_collective *k, int rank)
{
    while (*list && (*list)->number != number)
        list = &(*list)->next;
    if (!*list && (*list = calloc(1, sizeof **list)))
        **list = (struct hub_meeting){ .number = number, .k = *k, .first = rank, .ok = INT32_MAX };
    if (!*list) {
        hub_judge(h, SAID_OURS, "There is no memory left.");
        return NULL;
    }
    if (!same_kind(&(*list)->k, k)) {
        char mine[96], theirs[96];
        say_collective(k, mine, sizeof mine);
        say_collective(&(*list)->k, theirs, sizeof theirs);
        hub_judge(h, SAID_FAIL,
                  "The ranks do not agree on their collective number %lld: rank %d called %s, rank %d "
                  "called %s",
                  (long long)number, rank, mine, (*list)->first, theirs);
        return NULL;
    }
    (*list)->came++;
    return *list;
}

void hub_forget(struct hub_meeting **list, struct hub_meeting *m)
{
    while (*list != m)
        list = &(*list)->next;
    *list = m->next;
    free(m);
}
