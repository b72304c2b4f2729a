/*
 * timeline.h: what the ranks of one call did and when, in virtual time: an entry of report.timelines
 * (runner/exec/phase_ranks.c) as rows that can be drawn, and as a picture.
 *
 * A report may come from another machine, so nothing in it is believed: rows that are malformed, end before they begin,
 * or lie outside of the model's limits are left out and counted; names become plain ASCII; rows may overlap as they
 * like. Times are nanoseconds from the start of the call.
 */
#ifndef RIDGE_GRADER_TIMELINE_H
#define RIDGE_GRADER_TIMELINE_H

#include <jansson.h>
#include <stddef.h>

struct text;

enum {
    TIMELINE_EVENTS = 8000, /* the hub keeps 4000 */
    TIMELINE_RANKS = 64,
    TIMELINE_STREAMS = 16,
    TIMELINE_LANES = TIMELINE_RANKS * 4,
    TIMELINE_NAME = 32,
};
#define TIMELINE_END_NS 1e15 /* eleven days: nothing that is modelled lasts as long */
#define TIMELINE_LEAST_NS 1e-6 /* nothing is as short: a ruler of less has no marks that differ */

enum timeline_kind {
    TIMELINE_COMPUTE,
    TIMELINE_SEND,
    TIMELINE_WAIT,
    TIMELINE_COLLECTIVE,
    TIMELINE_RUN,
    TIMELINE_KINDS
};

struct timeline_event {
    double t0, t1, bytes; /* bytes: of a send */
    int rank, stream, peer; /* peer: whom a send goes to, else -1 */
    enum timeline_kind kind;
    char name[TIMELINE_NAME];
};

struct timeline_span {
    double t0, t1;
};

/* What is drawn in one row: a stream of a rank, or what the rank sends. Its events and spans stand together. */
struct timeline_lane {
    int rank, stream, sends;
    size_t first, n;         /* events, by t0, the longer first */
    size_t span, nspans;     /* communication that no compute of this lane covers, by t0, disjoint */
    double compute, uncovered; /* ns, each instant counted once; uncovered: of the spans */
};

struct timeline {
    char case_id[64], call[64];
    double end; /* of the last event */
    struct timeline_event *event;
    struct timeline_span *span;
    struct timeline_lane lane[TIMELINE_LANES];
    size_t n, nspans, refused; /* refused: rows that were left out here */
    double dropped;            /* rows that the hub left out */
    int nlanes, ranks;
};

/* The k-th of the report's timelines that is of this case (NULL: of any) and has a list of rows; NULL: there is
 * none. */
const json_t *timeline_entry(const json_t *report, const char *case_id, size_t k);

/* You own it; NULL when the entry has not one row that can be used. */
struct timeline *timeline_read(const json_t *entry);
void timeline_free(struct timeline *t); /* accepts NULL */

/* The lane of stream 0 that stands still for communication longest: what the hub counts as exposed. NULL: none. */
const struct timeline_lane *timeline_exposed(const struct timeline *t);

const char *timeline_kind_name(enum timeline_kind kind);
void timeline_lane_name(const struct timeline_lane *l, char ret[24]); /* "r3", "r3 s1", "r3 send" */
void timeline_time(double ns, char ret[24]);                          /* "12.5 µs" */
/* "comm_isend: 12.5 us from 3 us, 4096 B to rank 2" */
void timeline_event_text(const struct timeline_event *e, char *ret, size_t n);

/* A distance between marks of a ruler (1, 2 or 5 times a power of ten) so that `span` has at most `most` of them. */
double timeline_step(double span, int most);

/* Of the whole call: a document of its own, without script or anything fetched, for a file or inside a page. */
void timeline_svg(const struct timeline *t, const char *title, struct text *to);

/* Two of them, the first above the second under one axis, each with its name. */
void timeline_svg_beside(const struct timeline *const t[2], const char *const name[2], const char *title,
                         struct text *to);

#endif
