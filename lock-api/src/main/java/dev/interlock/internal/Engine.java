package dev.interlock.internal;
public final class Engine { public static dev.interlock.LockClient start(dev.interlock.spi.LockBackend b, dev.interlock.ClientOptions o) { throw new UnsupportedOperationException(); } }
