// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.error;

import org.jspecify.annotations.Nullable;

/** An error reply of the server that says that the command was not executed. */
public enum RedisErrorReply {
    READONLY("READONLY", true, "is read-only", "point the uri at the primary"),
    OOM("OOM", true, "is out of memory", "raise maxmemory, or keep locks on a server of their own"),
    MISCONF("MISCONF", true, "refuses writes because it cannot save", "see its log for the disk's problem"),
    LOADING("LOADING", true, "is loading its data", "wait until it has started"),
    BUSY("BUSY", true, "is busy with another script", "end it with SCRIPT KILL"),
    CLUSTERDOWN("CLUSTERDOWN", true, "belongs to a cluster that is down", "bring its slots back"),
    MASTERDOWN("MASTERDOWN", true, "is a replica without its primary", "point the uri at the primary"),
    NOREPLICAS("NOREPLICAS", true, "has too few replicas", "bring them back or lower min-replicas-to-write"),
    TRYAGAIN("TRYAGAIN", true, "is moving the lock's slot", "wait until the slot has moved"),
    CLIENTS("ERR max number of clients", true, "has too many clients", "raise maxclients or lower poolSize"),
    WRONGTYPE("WRONGTYPE", false, "keeps something else under our key", "delete that key or use another prefix"),
    NOAUTH("NOAUTH", false, "wants a login", "set the options user and password"),
    WRONGPASS("WRONGPASS", false, "refused the login", "check the options user and password"),
    NOPERM("NOPERM", false, "lacks a right for this user", "grant: "),
    SCRIPT_USER("The user executing the script", false, "lacks a right for this user", "grant: "),
    MOVED("MOVED", false, "is a node of a cluster", "write redis-cluster: instead of redis:"),
    ASK("ASK", false, "is a node of a cluster", "write redis-cluster: instead of redis:"),
    NO_CLUSTER("ERR This instance has cluster", false, "is no cluster", "write redis: instead of redis-cluster:"),
    DENIED("DENIED", false, "is in protected mode", "give it a password or bind it to the loopback address"),
    DATABASE("ERR DB index", false, "has no such database", "check the option database"),
    UNKNOWN_COMMAND("ERR unknown command", false, "lacks a command", "use Redis 6.2 or newer without renamed commands");

    private final String code;
    private final boolean retryable;
    private final String what;
    private final String wayOut;

    RedisErrorReply(String code, boolean retryable, String what, String wayOut) {
        this.code = code;
        this.retryable = retryable;
        this.what = what;
        this.wayOut = wayOut;
    }

    /** The reply that starts so, or null if it says nothing about the execution. */
    static @Nullable RedisErrorReply of(String reply) {
        String plain = withoutScript(reply);
        for (RedisErrorReply each : values()) {
            if (plain.startsWith(each.code)) {
                return each;
            }
        }
        return null;
    }

    /** Redis 6.2 wraps what a script runs into: {@code ERR Error running script (...): @user_script: 34: -OOM ...}. */
    private static String withoutScript(String reply) {
        int script = reply.lastIndexOf("@user_script");
        int start = 0;
        if (script >= 0 && reply.startsWith("ERR Error running script")) {
            start = script + "@user_script".length();
            while (start < reply.length() && " :-0123456789".indexOf(reply.charAt(start)) >= 0) {
                start++;
            }
        }
        boolean wordy = reply.startsWith("ERR The user executing", start);
        return reply.substring(wordy ? start + "ERR ".length() : start);
    }

    boolean retryable() {
        return retryable;
    }

    /** What happened, to follow the name of the store. */
    String what() {
        return what;
    }

    /** What to do about it; the rights to grant follow if it ends with a space. */
    public String wayOut() {
        return wayOut;
    }
}
