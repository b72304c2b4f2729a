/*
 * similar.h: which submissions of a class tell the same story in other words.
 *
 * A source becomes tokens in which what a copyist changes first is gone: names, literals, comments, layout, braces,
 * integer widths, qualifiers, #include lines. Keywords, operators, and what CUDA adds (__shared__, threadIdx,
 * <<< >>>) stay. Every SIMILAR_K tokens in a row are hashed, and of every SIMILAR_WINDOW hashes in a row one is
 * kept: winnowing [Schleimer, Wilkerson, Aiken: Winnowing: Local Algorithms for Document Fingerprinting, SIGMOD
 * 2003], by which two sources that share SIMILAR_K + SIMILAR_WINDOW - 1 tokens in a row share a fingerprint,
 * wherever these stand. What was given out (the skeleton, the reference), and what more than half of the class or
 * of the archive has, says nothing about copying and is left out; "more than half" from SIMILAR_CROWD documents on.
 *
 * A high share is a reason to look at both sources side by side, and no more than that.
 */
#ifndef RIDGE_GRADER_SIMILAR_H
#define RIDGE_GRADER_SIMILAR_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SIMILAR_K = 12,
    SIMILAR_WINDOW = 8,
    SIMILAR_CROWD = 10,
    SIMILAR_FLOOR = 16,           /* a share is of at least so many fingerprints: few prove little */
    SIMILAR_COPY = 50,            /* per cent: of whom it is said, unless somebody says another threshold */
    SIMILAR_MAX_TOKENS = 200000,  /* of a document; more is left out, and said */
    SIMILAR_MAX_DOCUMENTS = 4096, /* more are refused */
    SIMILAR_MAX_REGIONS = 200,    /* of a pair */
    SIMILAR_MAX_SIDES = 400       /* pairs of clusters with their regions */
};

/* ---- tokens (similar_lex.c) */

enum { SIMILAR_BREAK = 0 }; /* the token between two files: equal to nothing */

struct similar_token {
    uint16_t code;
    uint16_t file;
    uint32_t line; /* from 1 */
};

/* Reads any bytes; at most `room` tokens are written. Returns how many there were. */
size_t similar_lex(const char *text, size_t n, uint16_t file, struct similar_token *to, size_t room);

/* ---- documents (similar.c) */

enum similar_role { SIMILAR_CLASS, SIMILAR_ARCHIVE, SIMILAR_GIVEN, SIMILAR_REFERENCE };

struct similar;

struct similar *similar_new(void);
void similar_free(struct similar *s); /* accepts NULL */

/* A document, and then its files. `who` must be unique within its role. -1: too many documents. */
int similar_begin(struct similar *s, enum similar_role role, const char *who);
void similar_file(struct similar *s, const char *name, const char *text, size_t n);

/*
 * {"schema":"ridge.similar/1","k","window",
 *  "subtracted":{"given","common"},                            fingerprints of the class that count for nothing
 *  "documents":[{"who","role":"class"|"archive","tokens","fingerprints","own","given","reference",
 *               "cut":bool}],
 *  "pairs":[{"a","b","archive":bool,"common","share_a","share_b","rank",
 *            "regions":[{"tokens","a":{"file","from","to"},"b":{...}}]}],
 *  "found": how many pairs there are, were there no limit,
 *  "threshold": per cent, "below": how many pairs are below it, "below_most": the largest rank among them,
 *  "clusters":[{"members":[{"who","archive":bool}],"links","least","most","pairs":[as above]}],
 *  "copies":[{"who","share"}]}                                 those whose work is the reference, by falling share
 *
 * given: fingerprints that the skeleton has, reference: those that the reference has and the skeleton has not. share:
 * of the fingerprints that the skeleton has not those of the reference; a copy from SIMILAR_COPY per cent of these (of
 * SIMILAR_FLOOR at least) on.
 *
 * clusters: who hangs together by pairs whose rank is the threshold or more, be it over others; links: how many such
 * pairs there are among the members, least and most: their ranks. By falling "most"; "pairs" has those with the largest
 * ranks that hold the cluster together, one fewer than members, and is empty beyond the first `limit` clusters.
 *
 * own: fingerprints that are left; share_a: of those of a, how many b has too; rank: the larger share, of at least
 * SIMILAR_FLOOR fingerprints. Pairs by falling rank, at most `limit`, of the class with itself and with the
 * archive.
 */
json_t *similar_compare(struct similar *s, size_t limit, int threshold); /* threshold 0: SIMILAR_COPY */

/* The same over {"documents":[{"who","role","files":[{"name","text"}]}],"limit","threshold"}, which is how the box is
 * asked. NULL when that is not what it is. */
json_t *similar_ask(const json_t *question);

#endif
