import UIKit
import Capacitor

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    /// Covers the content while the list of apps shows the window.
    private lazy var cover: UIView = {
        let cover = UIView()
        cover.backgroundColor = UIColor(red: 0, green: 0x51 / 255, blue: 0x5e / 255, alpha: 1)
        cover.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        return cover
    }()

    func sceneWillResignActive(_ scene: UIScene) {
        guard let window = window else { return }
        cover.frame = window.bounds
        window.addSubview(cover)
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
        cover.removeFromSuperview()
    }

    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
        guard let windowScene = scene as? UIWindowScene else { return }

        window = UIWindow(windowScene: windowScene)
        window?.rootViewController = CAPBridgeViewController()
        window?.makeKeyAndVisible()

        SceneDelegateProxy.shared.scene(scene, willConnectTo: session, options: connectionOptions)
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        SceneDelegateProxy.shared.scene(scene, openURLContexts: URLContexts)
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        SceneDelegateProxy.shared.scene(scene, continue: userActivity)
    }
}
