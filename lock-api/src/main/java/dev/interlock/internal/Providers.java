package dev.interlock.internal;
public final class Providers { public static dev.interlock.spi.LockBackend open(dev.interlock.LockSettings s) { throw new UnsupportedOperationException(); } }
