/*
 * shadow_parts.c: which lanes of a warp have met at a collective whose mask names a part of the warp.
 *
 * A lane comes before another when a chain of such meetings leads from one to the other. Where more are needed than are
 * kept, the oldest count as meetings of all lanes: a race may be missed, and none is made up.
 */
#include <stdlib.h>
#include <string.h>

#include "shadow_shared.h"

static void add(struct shadow *sh, unsigned warp, simt_mask mask)
{
    struct lane_meets *p = &sh->parts[warp];

    if (p->n && p->part[p->n - 1].number == sh->next && p->part[p->n - 1].mask == mask)
        return;
    if (p->n == PARTS) {
        p->n = PARTS / 2;
        sh->warp_from[warp] = p->part[PARTS / 2 - 1].number;
        memmove(p->part, p->part + PARTS / 2, PARTS / 2 * sizeof *p->part);
    }
    p->part[p->n++] = (struct part){ sh->next, mask };
}

int parts_meet(struct shadow *sh, unsigned warp, const struct lane_row *r)
{
    simt_mask last = 0;
    unsigned i;

    for (i = 0; i < r->n; i++)
        if (!(row_at(r, i) >> TRACE_AT) || row_at(r, i) % TRACE_KINDS >= TRACE_FENCE)
            return 0;
    if (!sh->parts && !(sh->parts = calloc(SIMT_MAX_WARPS, sizeof *sh->parts)))
        abort();
    for (i = 0; i < r->n; i++) {
        simt_mask mask = (simt_mask)(row_at(r, i) >> TRACE_AT);
        if (mask != last)
            add(sh, warp, mask);
        last = mask;
    }
    sh->stamp[warp] = ++sh->stamps;
    return 1;
}

int parts_before(const struct shadow *sh, unsigned warp, uint32_t number, unsigned from, unsigned to, int several)
{
    const struct lane_meets *p = sh->parts ? &sh->parts[warp] : NULL;
    simt_mask met = (simt_mask)1 << from, me = (simt_mask)1 << to;

    for (unsigned i = 0; p && i < p->n; i++) {
        if (p->part[i].number <= number)
            continue;
        if (p->part[i].mask & met || several)
            met |= p->part[i].mask;
    }
    return p && from != to && (met & me) != 0;
}
