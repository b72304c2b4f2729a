/*
 * blocks.h: replays the log of a block manager on a model of the pool. Part of oracle.c.
 *
 * The model knows, for every sequence, its tokens and its block table as the log told it, and for
 * every block how many sequences hold it and what was written to its slots. It never asks how the
 * learner's structures look; it only knows what a pool may and may not do:
 *   uniqueness    a block that is handed out is held by nobody
 *   sharing       a block that several sequences hold is not written
 *   conservation  free blocks = all blocks - held blocks, after every operation
 *   content       reading a token through its slot gives the token that was written there
 */
#ifndef W06_BLOCKS_H
#define W06_BLOCKS_H

#include <stdarg.h>
#include <stdlib.h>

#include "ridge/oracle.h"

enum { OP_APPEND = 1, OP_FORK, OP_FREE, OP_SLOT };
enum { R_STATUS, R_AVAIL, R_COPIES, R_DST, R_SRC, R_BLK, R_OFF, R_OP, R_WIDTH };
enum { OK = 0, FULL = -1, BAD = -2, SEQS = 4096, UNTOUCHED = -3 /* what the harness puts into blk and off */ };

struct seq {
    int len, cap;
    int *token; /* what each position must read as */
    int *table, nblk, cblk;
};

struct pool {
    int blocks, bs, free_blocks, counter;
    int *holders; /* per block */
    int *content; /* per slot: the token last written there, 0 for none */
    struct seq *seq;
    struct ridge_verdict *v;
    int op, kind, a, b, n; /* the operation being replayed, for messages */
};

static int grow(int **p, int *cap, int need)
{
    if (need <= *cap)
        return 0;
    int c = *cap ? *cap : 16;
    while (c < need)
        c *= 2;
    int *q = realloc(*p, (size_t)c * sizeof *q);
    if (!q)
        return -1;
    *p = q;
    *cap = c;
    return 0;
}

static int pool_init(struct pool *p, int blocks, int bs, struct ridge_verdict *v)
{
    *p = (struct pool){ .blocks = blocks, .bs = bs, .free_blocks = blocks, .v = v };
    p->holders = calloc((size_t)blocks + 1, sizeof *p->holders);
    p->content = calloc((size_t)blocks * (size_t)bs + 1, sizeof *p->content);
    p->seq = calloc(SEQS, sizeof *p->seq);
    return p->holders && p->content && p->seq ? 0 : -1;
}

static void pool_finish(struct pool *p)
{
    for (int k = 0; p->seq && k < SEQS; k++) {
        free(p->seq[k].token);
        free(p->seq[k].table);
    }
    free(p->seq);
    free(p->holders);
    free(p->content);
}

/* "op 17 append(seq 2, 5): ..." and -1. */
__attribute__((format(printf, 2, 3))) static int wrong(struct pool *p, const char *format, ...)
{
    static const char *const name[] = { "?", "append", "fork", "free", "slot" };
    char what[64];
    va_list ap;
    if (p->kind == OP_FORK)
        snprintf(what, sizeof what, "fork(seq %d, seq %d)", p->a, p->b);
    else if (p->kind == OP_FREE)
        snprintf(what, sizeof what, "free(seq %d)", p->a);
    else
        snprintf(what, sizeof what, "%s(seq %d, %d)", name[p->kind], p->a, p->n);
    int at = snprintf(p->v->message, sizeof p->v->message, "op %d %s: ", p->op, what);
    va_start(ap, format);
    vsnprintf(p->v->message + at, sizeof p->v->message - (size_t)at, format, ap);
    va_end(ap);
    return -1;
}

static int64_t blocks_for(int64_t tokens, int bs)
{
    return (tokens + bs - 1) / bs;
}

static int valid(int seq)
{
    return seq >= 0 && seq < SEQS;
}

static const char *status_name(int s)
{
    return s == OK ? "BM_OK" : s == FULL ? "BM_FULL" : s == BAD ? "BM_BAD" : "no status of lab.h";
}

static int expect(struct pool *p, const int32_t *rec, int want, const char *why)
{
    if (rec[R_STATUS] == want)
        return 0;
    return wrong(p, "returned %d (%s), expected %s%s", rec[R_STATUS], status_name(rec[R_STATUS]),
                 status_name(want), why);
}

static int holder_of(const struct pool *p, int blk)
{
    for (int s = 0; s < SEQS; s++)
        for (int k = 0; k < p->seq[s].nblk; k++)
            if (p->seq[s].table[k] == blk)
                return s;
    return -1;
}

/* Block `blk` begins to be held by the current sequence. */
static int take(struct pool *p, struct seq *s, int blk)
{
    if (blk < 0 || blk >= p->blocks)
        return wrong(p, "names block %d, the pool has 0..%d", blk, p->blocks - 1);
    if (p->holders[blk])
        return wrong(p, "block %d is handed out while sequence %d still holds it", blk,
                     holder_of(p, blk));
    if (grow(&s->table, &s->cblk, s->nblk + 1))
        return -2;
    p->holders[blk] = 1;
    p->free_blocks--;
    s->table[s->nblk++] = blk;
    return 0;
}

static void drop(struct pool *p, int blk)
{
    if (--p->holders[blk] == 0)
        p->free_blocks++;
}

/* Copy on write of the last block: what was asked of kv_copy, against what the write needs. */
static int replay_copy(struct pool *p, struct seq *s, const int32_t *rec, const int32_t *slot)
{
    int old = s->nblk ? s->table[s->nblk - 1] : -1;
    int shared = s->len % p->bs && p->holders[old] > 1;
    if (!shared)
        return rec[R_COPIES]
                   ? wrong(p, "kv_copy(%d, %d) although no block has to be copied", rec[R_DST],
                           rec[R_SRC])
                   : 0;
    if (!rec[R_COPIES] && slot[0] == old)
        return wrong(p, "block %d is written while %d sequences hold it: copy-on-write forgotten",
                     old, p->holders[old]);
    if (!rec[R_COPIES])
        return wrong(p, "the shared block %d was left without kv_copy: tokens %d..%d are not in "
                     "the new block", old, (s->nblk - 1) * p->bs, s->len - 1);
    if (rec[R_COPIES] > 1 || rec[R_SRC] != old || rec[R_DST] != slot[0])
        return wrong(p, "kv_copy(%d, %d), %d call(s); expected one, from block %d to the block of "
                     "the new token (%d)", rec[R_DST], rec[R_SRC], rec[R_COPIES], old, slot[0]);
    s->nblk--;
    int rc = take(p, s, rec[R_DST]);
    if (rc)
        return rc;
    drop(p, old);
    size_t bs = (size_t)p->bs;
    memcpy(p->content + (size_t)rec[R_DST] * bs, p->content + (size_t)old * bs,
           bs * sizeof *p->content);
    return 0;
}

/* One new token, at the slot that the log gives. */
static int replay_token(struct pool *p, struct seq *s, int blk, int off)
{
    int want = s->len % p->bs, index = s->len / p->bs;
    if (blk == -1)
        return wrong(p, "returned BM_OK, but bm_slot has no token %d", s->len);
    if (off != want)
        return wrong(p, "token %d has offset %d in its block, expected %d", s->len, off, want);
    if (index == s->nblk) {
        int rc = take(p, s, blk);
        if (rc)
            return rc;
    }
    if (s->table[index] != blk)
        return wrong(p, "token %d is in block %d, the tokens before it in block %d", s->len, blk,
                     s->table[index]);
    if (grow(&s->token, &s->cap, s->len + 1))
        return -2;
    p->content[(size_t)blk * (size_t)p->bs + (size_t)off] = s->token[s->len] = ++p->counter;
    s->len++;
    return 0;
}

static int replay_append(struct pool *p, const int32_t *rec, const int32_t *slot)
{
    if (!valid(p->a) || p->n < 0)
        return expect(p, rec, BAD, p->n < 0 ? ": a negative count" : ": no such sequence id");
    struct seq *s = &p->seq[p->a];
    if (!p->n)
        return expect(p, rec, OK, ": no token, nothing to do");
    int shared = s->len % p->bs && p->holders[s->table[s->nblk - 1]] > 1;
    int64_t need = blocks_for((int64_t)s->len + p->n, p->bs) - s->nblk + shared;
    char why[96];
    snprintf(why, sizeof why, ": needs %lld block(s)%s, %d are free", (long long)need,
             shared ? ", one of them for a copy" : "", p->free_blocks);
    int fits = need <= p->free_blocks, rc = expect(p, rec, fits ? OK : FULL, why);
    if (!rc && !fits && rec[R_COPIES])
        return wrong(p, "kv_copy(%d, %d) in an append that fails", rec[R_DST], rec[R_SRC]);
    if (rc || !fits)
        return rc;
    rc = replay_copy(p, s, rec, slot);
    for (int k = 0; !rc && k < p->n; k++)
        rc = replay_token(p, s, slot[2 * k], slot[2 * k + 1]);
    return rc;
}

static int replay_fork(struct pool *p, const int32_t *rec)
{
    if (!valid(p->a) || !valid(p->b) || !p->seq[p->a].len || p->seq[p->b].len)
        return expect(p, rec, BAD, ": the parent needs tokens, the child must have none");
    struct seq *s = &p->seq[p->a], *c = &p->seq[p->b];
    if (expect(p, rec, OK, ""))
        return -1;
    if (grow(&c->token, &c->cap, s->len) || grow(&c->table, &c->cblk, s->nblk))
        return -2;
    memcpy(c->token, s->token, (size_t)s->len * sizeof *c->token);
    memcpy(c->table, s->table, (size_t)s->nblk * sizeof *c->table);
    c->len = s->len;
    c->nblk = s->nblk;
    for (int k = 0; k < c->nblk; k++)
        p->holders[c->table[k]]++;
    return 0;
}

static int replay_free(struct pool *p, const int32_t *rec)
{
    if (!valid(p->a) || !p->seq[p->a].len)
        return expect(p, rec, BAD, ": it has no tokens");
    struct seq *s = &p->seq[p->a];
    for (int k = 0; k < s->nblk; k++)
        drop(p, s->table[k]);
    s->len = s->nblk = 0;
    return expect(p, rec, OK, "");
}

static int replay_slot(struct pool *p, const int32_t *rec)
{
    if (!valid(p->a) || p->n < 0 || p->n >= p->seq[p->a].len) {
        if (expect(p, rec, BAD, ": there is no such token"))
            return -1;
        return rec[R_BLK] == UNTOUCHED && rec[R_OFF] == UNTOUCHED
                   ? 0
                   : wrong(p, "returned BM_BAD and wrote to blk or off all the same");
    }
    const struct seq *s = &p->seq[p->a];
    int blk = s->table[p->n / p->bs], off = p->n % p->bs;
    if (expect(p, rec, OK, ""))
        return -1;
    if (rec[R_BLK] != blk || rec[R_OFF] != off)
        return wrong(p, "says block %d offset %d, the token was put in block %d offset %d",
                     rec[R_BLK], rec[R_OFF], blk, off);
    if (p->content[(size_t)blk * (size_t)p->bs + (size_t)off] != s->token[p->n])
        return wrong(p, "block %d offset %d no longer holds this token: another sequence wrote "
                     "there", blk, off);
    return 0;
}

static int replay_one(struct pool *p, const int32_t *rec, const int32_t *slot)
{
    int rc = p->kind == OP_APPEND ? replay_append(p, rec, slot)
           : p->kind == OP_FORK   ? replay_fork(p, rec)
           : p->kind == OP_FREE   ? replay_free(p, rec)
                                  : replay_slot(p, rec);
    if (rc)
        return rc;
    if ((p->kind != OP_APPEND || p->n <= 0) && rec[R_COPIES])
        return wrong(p, "kv_copy(%d, %d): only an append of tokens copies", rec[R_DST], rec[R_SRC]);
    if (rec[R_AVAIL] != p->free_blocks)
        return wrong(p, "bm_avail says %d, but %d blocks are held by nobody (%s)", rec[R_AVAIL],
                     p->free_blocks,
                     rec[R_AVAIL] > p->free_blocks ? "a block that is still held was given back"
                                                   : "a block was lost");
    return 0;
}

/* 0 verdict reached, -1 the case makes no sense. */
static int judge_bm(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *ops = ridge_buffer(c, "ops"), *rec = ridge_buffer(c, "rec");
    const struct ridge_buffer *slots = ridge_buffer(c, "slots");
    int nops = (int)ridge_int(c, "nops"), cap = (int)ridge_int(c, "tok_cap"), used = 0, rc = 0;
    struct pool p;
    if (!ops || !rec || !slots || ops->count < (size_t)nops * 4 ||
        rec->count < (size_t)nops * R_WIDTH || slots->count < (size_t)cap * 2 ||
        pool_init(&p, (int)ridge_int(c, "blocks"), (int)ridge_int(c, "bs"), v))
        return -1;
    const int32_t *o = ops->data, *r = rec->data, *s = slots->data;
    for (p.op = 0; p.op < nops && !rc; p.op++, o += 4, r += R_WIDTH) {
        p.kind = o[0], p.a = o[1], p.b = o[2], p.n = o[3];
        if (r[R_OP] != p.kind) {
            snprintf(v->message, sizeof v->message, "op %d was not run: bm_new returned NULL?",
                     p.op);
            rc = -1;
            break;
        }
        int n = p.kind == OP_APPEND && p.n > 0 && p.n < INT32_MAX ? p.n : 0; /* that many never fit */
        if (n > cap - used) {
            rc = -2;
            break;
        }
        rc = replay_one(&p, r, s + 2 * used);
        used += n;
    }
    int live = 0;
    for (int k = 0; k < SEQS; k++)
        live += p.seq[k].len > 0;
    ridge_count(v, "ops", nops);
    ridge_count(v, "tokens", p.counter);
    ridge_count(v, "live_at_end", live);
    pool_finish(&p);
    v->pass = rc == 0;
    return rc == -2 ? -1 : 0;
}

#endif
