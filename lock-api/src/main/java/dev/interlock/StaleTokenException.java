// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/**
 * A guarded resource has seen a newer hold of the lock and refused this token. Nothing was read or written under it.
 * The hold is over, even if its handle says otherwise. Do not retry with this token, because every retry fails. To
 * continue, acquire the lock again, read everything again and use the new token.
 */
public final class StaleTokenException extends LockException {

    private static final long serialVersionUID = 1L;

    private final String lockName;
    private final String domain;
    private final long token;
    private final String seenDomain;
    private final long seenToken;

    /**
     * Creates the exception.
     *
     * @param lockName the lock
     * @param domain the lock domain of the refused token, with its generation
     * @param token the refused token
     * @param seenDomain the lock domain of the claim that the resource keeps: the same, or a later generation of it
     * @param seenToken the token of the claim that the resource keeps. It compares with {@code token} only if the
     *     domains are the same.
     */
    public StaleTokenException(String lockName, String domain, long token, String seenDomain, long seenToken) {
        super(
                "'" + lockName + "': token " + token + " of " + domain + " refused: the resource has seen token "
                        + seenToken
                        + " of " + seenDomain
                        + ", so another holder came after; stop, and do not retry with this token:"
                        + " acquire the lock anew and read again",
                null);
        this.lockName = lockName;
        this.domain = domain;
        this.token = token;
        this.seenDomain = seenDomain;
        this.seenToken = seenToken;
    }

    /**
     * The name of the lock.
     *
     * @return its name
     */
    public String lockName() {
        return lockName;
    }

    /**
     * The lock domain of the refused token.
     *
     * @return its name and generation, such as {@code shop-locks/1}
     */
    public String domain() {
        return domain;
    }

    /**
     * The refused token.
     *
     * @return the token
     */
    public long token() {
        return token;
    }

    /**
     * The lock domain of the claim that the resource keeps.
     *
     * @return its name and generation: the same as {@link #domain()}, or a later generation of it
     */
    public String seenDomain() {
        return seenDomain;
    }

    /**
     * The token of the claim that the resource keeps.
     *
     * @return the token. It is greater than {@link #token()} if the domains are the same; otherwise the two do not
     *     compare.
     */
    public long seenToken() {
        return seenToken;
    }
}
