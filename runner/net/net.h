/*
 * net.h: the one door to the network. Transfers are done by ridge-net, a program of its own: nothing else of Ridge
 * links libcurl, and no start of `ridge` waits for the thirty libraries that come with it.
 *
 * It reads what strangers send, so it lives in a box: it has the machine's network, certificates and the resolver's
 * files, its libraries, and one descriptor a job; no path, no environment. What it is told (addresses, the one password
 * that a job needs, proxies) comes in a file without a name; what it says is believed as little as what it read.
 *
 * A job is an object:
 *   op      "get": url into file, by way of FILE.part, which a later run goes on with (Range, If-Range)
 *           "put": file to url; "post": the same as multipart/form-data in a field "file"
 *           "head": is it there, and how large; "list": a short text into the answer; "propfind": the same by WebDAV
 *   url     https://, or http:// to this machine (or any with NET_INSECURE_HTTP); redirects lead to https:// only
 *   file    get: where to; put, post: what
 *   max     get: bytes, at most; begins, sha256: what it must begin with and hash to, or absent
 *   key     put, post: sent as Idempotency-Key, or absent
 *
 * An answer is {"job": index, "ok", "kind", "why", "status", "bytes", "tries", "resumed", "modified": ms,
 * "etag", "body"}; kind is "" or why not: "offline", "tls", "url", "size", "checksum", "http", "cut", "disk", "ours".
 */
#ifndef RUNNER_NET_H
#define RUNNER_NET_H

#include <jansson.h>
#include <stdbool.h>

#include "runner/base/util.h"

enum { NET_INSECURE_HTTP = 1 };

struct net_options {
    const char *program;   /* ridge-net */
    int parallel;          /* transfers at once; 0: 4 */
    int stall_s;           /* so long with less than 100 B/s is a failure; 0: 30 */
    int gap_ms;            /* between two starts */
    unsigned flags;
    volatile int *stop;    /* set by a signal handler; may be NULL */
    /* {"job", "now", "total" (-1: not known)} some times a second, and every answer; may be NULL */
    void (*event)(const json_t *event, void *data);
    void *data;
};

/* Of ridge-net's process: the socket over which files come, and what is said beside each. */
enum { NET_SOCKET = 3, NET_SAID = 900 };

/* Does all jobs: a new array of answers, in the order of the jobs; NULL with a sentence when ridge-net does not run,
 * has no box where one was demanded, or was interrupted. */
json_t *net_run(const struct net_options *o, const json_t *jobs, struct err *e);

/* One job; its answer, or NULL. */
json_t *net_one(const struct net_options *o, json_t *job, struct err *e); /* takes over the job */

/* The address as it may be shown and kept: without user, password, query and fragment, which hold secrets. You own
 * the storage. */
char *net_shown(const char *url);

#endif
