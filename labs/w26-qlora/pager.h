/*
 * pager.h: the unified memory of lab.h, in virtual time. Frames are taken from whichever page is least recently used or
 * wanted; a copy occupies the link, a page in use its unit of work. Included by harness.c, once.
 */
#ifndef W26_PAGER_H
#define W26_PAGER_H

#include "lab.h"

struct pager_cost {
    int64_t fault_ns, copy_ns, work_ns; /* a fault; a page over the link, one way; the work on a page */
};

struct pager {
    struct pager_cost cost;
    int pages, frames, held, used;     /* used: the page in use, -1 at first */
    float *state;                      /* [pages][2 * PAGE], where nobody looks but through pager_use() */
    int64_t now, link, due, *ready, *last, ticks; /* due: work on the page in use; last: 0 is not on the device */
    int64_t faults, copies, uses;
    int wrong;                         /* a page that does not exist */
};

static inline void pager_open(struct pager *p, int n, int frames, struct pager_cost cost)
{
    int pages = (n + PAGE - 1) / PAGE;
    *p = (struct pager){ .cost = cost, .pages = pages, .frames = frames, .used = -1 };
    p->state = take(sizeof *p->state * 2 * PAGE * (size_t)(pages + 1));
    p->ready = take(sizeof *p->ready * (size_t)(pages + 1));
    p->last = take(sizeof *p->last * (size_t)(pages + 1));
}

static inline void pager_close(struct pager *p)
{
    give(p->state);
    give(p->ready);
    give(p->last);
}

/* Makes room for one page. What leaves has been written to, and is copied back. */
static inline void pager_room(struct pager *p, int64_t *at)
{
    int out = -1;
    if (p->held++ < p->frames)
        return;
    for (int k = 0; k < p->pages; k++)
        if (p->last[k] && k != p->used && (out < 0 || p->last[k] < p->last[out]))
            out = k;
    if (out < 0)
        out = p->used;
    p->last[out] = 0;
    p->held--;
    p->copies++;
    *at = (*at > p->ready[out] ? *at : p->ready[out]) + p->cost.copy_ns;
}

static inline void pager_fetch(struct pager *p, int page, int64_t from)
{
    int64_t at = from > p->link ? from : p->link;
    pager_room(p, &at);
    p->copies++;
    p->link = p->ready[page] = at + p->cost.copy_ns;
    p->last[page] = ++p->ticks;
}

static inline int pager_misses(struct pager *p, int page)
{
    if (page >= 0 && page < p->pages)
        return !p->last[page];
    p->wrong = 1;
    return 0;
}

float *pager_use(pager_t *p, int page)
{
    int miss = pager_misses(p, page);
    if (page < 0 || page >= p->pages)
        return p->state + 2 * PAGE * (size_t)p->pages;
    p->now += p->due;
    if (miss) {
        p->faults++;
        pager_fetch(p, page, p->now + p->cost.fault_ns);
    }
    p->now = p->now > p->ready[page] ? p->now : p->ready[page];
    p->last[page] = ++p->ticks;
    p->used = page;
    p->due = p->cost.work_ns;
    p->uses++;
    return p->state + 2 * PAGE * (size_t)page;
}

void pager_want(pager_t *p, int page)
{
    int miss = pager_misses(p, page);
    if (miss && p->frames > 1)
        pager_fetch(p, page, p->now);
    else if (page >= 0 && page < p->pages && !miss)
        p->last[page] = ++p->ticks;
}

int pager_frames(const pager_t *p)
{
    return p->frames;
}

#endif
