package uy.surtidor.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
