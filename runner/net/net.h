/*
 * net.h: the one door to the network. Transfers are done by ridge-net, a program of its own: nothing else of Ridge
 * links libcurl, and no start of `ridge` waits for the thirty libraries that come with it.
 *
 * ridge-net reads what strangers send, so it lives in a box with the machine's network, certificates, the resolver's
 * files, its libraries, and one descriptor a job, without any path or environment. Its orders (addresses, the one
 * password that a job needs, proxies) come in a file without a name. Ridge trusts its answers no more than the network.
 *
 * A job is an object:
 *   op      "get": url into file, by way of FILE.part, which a later run continues (Range, If-Range)
 *           "put": file to url; "post": the same as multipart/form-data in a field "file"
 *           "head": does url exist, and how large is it; "list": a short text into the answer; "propfind": a list by
 *           WebDAV
 *   url     https://, or http:// to this machine (or any with NET_INSECURE_HTTP); redirects lead to https:// only
 *   file    get: the file to write; put, post: the file to send
 *   max     get: the most bytes; begins, sha256: the bytes that the file must begin with and its hash, or absent
 *   key     put, post: sent as Idempotency-Key, or absent
 *
 * An answer is {"job": index, "ok", "kind", "why", "status", "bytes", "tries", "resumed", "modified": ms, "etag",
 * "body"}; kind is "" or the reason of a failure: "offline", "tls", "url", "size", "checksum", "http", "cut", "disk",
 * "ours".
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
    int stall_s;           /* so many seconds below 100 B/s are a failure; 0: 30 */
    int gap_ms;            /* pause between the starts of two transfers */
    unsigned flags;
    volatile int *stop;    /* set by a signal handler; may be NULL */
    /* Gets {"job", "now", "total" (-1: not known)} some times a second, and every answer; may be NULL. */
    void (*event)(const json_t *event, void *data);
    void *data;
};

/* In ridge-net's process: the socket over which descriptors come, and the most bytes of text beside each. */
enum { NET_SOCKET = 3, NET_SAID = 900 };

/* Does all jobs: a new array of answers, in the order of the jobs; NULL with a sentence when ridge-net does not run,
 * has no box where one was demanded, or was interrupted. */
json_t *net_run(const struct net_options *o, const json_t *jobs, struct err *e);

/* Does one job, which it takes over. The answer, or NULL with a sentence. */
json_t *net_one(const struct net_options *o, json_t *job, struct err *e);

/* The address without user, password, query and fragment, which hold secrets, so that it may be shown and kept. free()
 * it. */
char *net_shown(const char *url);

#endif
